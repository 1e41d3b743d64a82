import { FACTORY } from '../launchpad/launchChain.ts'
import type { Logged } from '../launchpad/rawChain.ts'
import { poolIdOf } from '../launchpad/recountTrades.ts'

const SIZE = 10n ** 17n
type Line = { at: number; line: string }

/** The lines that the room of a launch must have, from raw logs alone. Shares no code with index and rooms. */
export function recountRoom(logs: readonly Logged[], token: string, headTime: number): string[] {
  const own = token.toLowerCase()
  const poolId = poolIdOf(token as never)
  const lines: Line[] = []
  const isOwn = ({ args }: Logged) => String(args.token).toLowerCase() === own
  for (const log of logs) {
    const { name, args, at } = log
    const words =
      name === 'Swap' || name === 'ModifyLiquidity' ? args.id === poolId && inPool(log) : isOwn(log) && onCurve(log)
    if (words) lines.push({ at, line: `${log.block} ${log.logIndex} ${log.tx} ${words}` })
    if (name !== 'OptionsSet' || !isOwn(log) || args.openingSeconds === 0n) continue
    const ends = at + Number(args.openingSeconds)
    if (ends <= headTime) lines.push({ at: ends - 0.5, line: `opening_ended ${ends}` })
  }
  // The end of an opening comes before the events of its second; everything else is in order.
  return lines.toSorted((a, b) => a.at - b.at).map(({ line }) => line)
}

function onCurve({ name, args }: Logged): string | undefined {
  if (name === 'TokenCreated') return `launched ${args.creator}`
  if (name === 'Trade' && args.ethAmount >= SIZE)
    return `trade ${args.isBuy ? 'buy' : 'sell'} curve ${args.ethAmount} ${args.tokenAmount} ${args.trader}`
  if (name === 'Graduated') return 'graduated'
  if (name === 'FeesClaimed' && args.amount > 0n) return `claimed ${args.amount}`
  return name === 'LockReleased' ? `released ${args.amount}` : undefined
}

function inPool({ name, args }: Logged): string | undefined {
  if (name === 'ModifyLiquidity') {
    const isOther = args.sender.toLowerCase() !== FACTORY.toLowerCase() && args.liquidityDelta !== 0n
    return isOther ? `liquidity ${args.liquidityDelta} ${args.tickLower} ${args.tickUpper}` : undefined
  }
  const [eth, tokens] = [args.amount0, args.amount1].map((value: bigint) => (value < 0n ? -value : value))
  return eth !== undefined && eth >= SIZE
    ? `trade ${args.amount0 < 0n ? 'buy' : 'sell'} pool ${eth} ${tokens}`
    : undefined
}

// biome-ignore lint/suspicious/noExplicitAny: an entry as the API returns it.
export function lineOf({ event: { type, onchain } }: any): string {
  const { block, logIndex, transactionHash, timestamp, ...facts } = onchain
  if (type === 'opening_ended') return `opening_ended ${Date.parse(timestamp) / 1000}`
  return [`${block} ${logIndex} ${transactionHash}`, type, ...partsOf(type, facts)].join(' ')
}

// biome-ignore lint/suspicious/noExplicitAny: the same.
function partsOf(type: string, facts: any): unknown[] {
  const { wallet, side, venue, ethAmount, tokenAmount, liquidityDelta, tickLower, tickUpper } = facts
  if (type === 'launched') return [wallet]
  // The logs of a pool do not name the trader.
  if (type === 'trade') return [side, venue, ethAmount, tokenAmount, ...(venue === 'curve' ? [wallet] : [])]
  if (type === 'claimed') return [ethAmount]
  if (type === 'released') return [tokenAmount]
  return type === 'liquidity' ? [liquidityDelta, tickLower, tickUpper] : []
}
