import * as Candle from '#launchpad/records/Candle.ts'
import { HOLDER_FLOOR } from '#launchpad/records/Launch.ts'
import type { BlockMoves } from './Moves.ts'

/** The holders of a token at the end of a span of time in which a balance changed. */
export type HolderPoint = {
  tokenId: number
  seconds: number
  start: number
  holders: number
  top10: bigint
  firstBlock: number
  block: number
}

/** The number of holders, the balances of all wallets that move, and the ten largest balances of the others. */
export type Holdings = { holders: number; balances: Map<string, bigint> }

const TOP = 10

/** The points of a range of blocks. Moves are in the order of blocks; `holdings` are changed to those after them. */
export function pointsOf(moves: readonly BlockMoves[], holdings: ReadonlyMap<number, Holdings>): HolderPoint[] {
  const changes = moves.map(toChange).filter(({ amount }) => amount !== 0n)
  return [...Map.groupBy(changes, ({ tokenId }) => tokenId)].flatMap(([tokenId, own]) =>
    pointsOfToken(tokenId, own, holdings.get(tokenId) ?? { holders: 0, balances: new Map() }),
  )
}

type Change = { tokenId: number; wallet: string; block: number; at: number; amount: bigint }

function toChange({ tokenId, wallet, block, at, trades, moved }: BlockMoves): Change {
  const amount = trades.reduce((sum, { kind, tokens }) => (kind === 'buy' ? sum + tokens : sum - tokens), moved)
  return { tokenId, wallet, block, at, amount }
}

function pointsOfToken(tokenId: number, changes: readonly Change[], holdings: Holdings): HolderPoint[] {
  const points = new Map<string, HolderPoint>()
  const [shortest] = Candle.STORED
  for (const own of Map.groupBy(changes, ({ at }) => Candle.startOf(at, shortest)).values()) {
    for (const change of own) apply(holdings, change)
    const { block: firstBlock = 0, at = 0 } = own[0] ?? {}
    const block = own.at(-1)?.block ?? 0
    const state = { tokenId, holders: holdings.holders, top10: sumOfLargest(holdings.balances), block }
    for (const seconds of Candle.STORED) {
      const start = Candle.startOf(at, seconds)
      const known = points.get(`${seconds} ${start}`)
      points.set(`${seconds} ${start}`, { ...state, seconds, start, firstBlock: known?.firstBlock ?? firstBlock })
    }
  }
  return [...points.values()]
}

function apply(holdings: Holdings, { wallet, amount }: Change): void {
  const before = holdings.balances.get(wallet) ?? 0n
  const after = before + amount
  holdings.balances.set(wallet, after)
  holdings.holders += Number(after >= HOLDER_FLOOR) - Number(before >= HOLDER_FLOOR)
}

function sumOfLargest(balances: ReadonlyMap<string, bigint>): bigint {
  const largest = [...balances.values()].sort((a, b) => Number(a < b) - Number(a > b)).slice(0, TOP)
  return largest.reduce((sum, balance) => sum + balance, 0n)
}
