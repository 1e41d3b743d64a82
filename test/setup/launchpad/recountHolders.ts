import { zeroAddress } from 'viem'
import { BURNED } from './executed.ts'
import { FACTORY, POOL_MANAGER } from './launchChain.ts'
import type { Logged } from './rawChain.ts'

const FLOOR = 10_000n * 10n ** 18n
const SPANS = { '1m': 60, '1h': 3600, '1d': 86_400 }
const lower = (text: string) => text.toLowerCase()
const OTHERS = new Set([FACTORY, POOL_MANAGER, zeroAddress, BURNED].map(lower))

export type HolderLine = { time: string; holders: number; top10ShareBps: number }

/** Every point of every token, by `token interval`, counted from scratch after each block. Shares no code with the index. */
export function recountHolders(logs: readonly Logged[]): Map<string, HolderLine[]> {
  const tokens = new Set(logs.filter(({ name }) => name === 'TokenCreated').map(({ args }) => lower(args.token)))
  const found = new Map<string, HolderLine[]>()
  for (const token of tokens) {
    const own = logs.filter(({ name, address }) => name === 'Transfer' && lower(address) === token)
    for (const [interval, seconds] of Object.entries(SPANS)) found.set(`${token} ${interval}`, lines(own, seconds))
  }
  return found
}

function lines(transfers: readonly Logged[], seconds: number): HolderLine[] {
  const balances = new Map<string, bigint>()
  const ends = new Map<number, HolderLine>()
  for (const [, own] of Map.groupBy(transfers, ({ block }) => block)) {
    const before = snapshot(balances, own)
    for (const { args } of own) {
      balances.set(lower(args.from), (balances.get(lower(args.from)) ?? 0n) - args.value)
      balances.set(lower(args.to), (balances.get(lower(args.to)) ?? 0n) + args.value)
    }
    if (snapshot(balances, own) === before) continue
    const start = Math.floor((own[0]?.at ?? 0) / seconds) * seconds
    ends.set(start, lineOf(balances, lower(own[0]?.address ?? ''), start))
  }
  return [...ends.values()]
}

/** The balances of people whom these transfers name. */
function snapshot(balances: ReadonlyMap<string, bigint>, own: readonly Logged[]): string {
  const named = new Set(own.flatMap(({ args }) => [lower(args.from), lower(args.to)]))
  const people = [...named].filter((who) => !OTHERS.has(who) && who !== lower(own[0]?.address ?? ''))
  return people.map((who) => balances.get(who) ?? 0n).join(' ')
}

function lineOf(balances: ReadonlyMap<string, bigint>, token: string, start: number): HolderLine {
  const people = [...balances].filter(([who]) => !OTHERS.has(who) && who !== token).map(([, balance]) => balance)
  people.sort((a, b) => (a < b ? 1 : -1))
  const top = people.slice(0, 10).reduce((sum, balance) => sum + balance, 0n)
  return {
    time: new Date(start * 1000).toISOString(),
    holders: people.filter((balance) => balance >= FLOOR).length,
    top10ShareBps: Number((top * 10_000n) / 10n ** 27n),
  }
}
