import type { Address } from 'viem'
import { BURNED } from './executed.ts'
import { FACTORY, POOL_MANAGER } from './launchChain.ts'
import type { Logged } from './rawChain.ts'
import { poolIdOf } from './recountTrades.ts'

type Buyer = {
  address: string
  boughtTokens: bigint
  boughtEth: bigint
  soldTokens: bigint
  held: bigint
  isFirstBlock: boolean
  fundedBy: string[]
}
export type Early = {
  until: number
  buyers: Buyer[]
  bundles: Map<string, string[]>
  sources: Map<string, string[]>
}
type Deal = { who: string; to: string; isBuy: boolean; eth: bigint; coins: bigint; log: Logged }

const FIRST_MINUTE = 60
const lower = (text: string) => text.toLowerCase()

/** The early buyers of a token by raw logs alone, addresses in lower case. Shares no code with the index. */
export function recountEarly(logs: readonly Logged[], token: Address, traderOf: (log: Logged) => string): Early {
  const born = logs.find(({ name, args }) => name === 'TokenCreated' && args.token === token) as Logged
  const options = logs.find(({ name, args }) => name === 'OptionsSet' && args.token === token)
  const until = born.at + (Number(options?.args.openingSeconds ?? 0) || FIRST_MINUTE)
  const reserves = [FACTORY, POOL_MANAGER, BURNED, token].map(lower)
  const deals = logs.flatMap((log) => dealOf(log, token, traderOf))
  const early = deals.filter(({ isBuy, to, log }) => isBuy && log.at <= until && !reserves.includes(to))
  const groups = Map.groupBy(early, ({ to }) => to)
  const payments = logs.filter(
    ({ name, args, at }) => name === 'Trade' && at <= until && args.trader !== args.recipient,
  )
  const payersOf = (who: string) =>
    new Set(payments.filter(({ args }) => lower(args.recipient) === who).map(({ args }) => lower(args.trader)))
  const buyers = [...groups].map(([address, own]) => ({
    address,
    boughtTokens: sum(own.map(({ coins }) => coins)),
    boughtEth: sum(own.map(({ eth }) => eth)),
    soldTokens: sum(deals.flatMap(({ who, isBuy, coins }) => (who === address && !isBuy ? [coins] : []))),
    held: balanceOf(logs, token, address),
    isFirstBlock: own.some(({ log }) => log.block === born.block),
    fundedBy: [...payersOf(address)].sort(),
  }))
  const bundles = [...Map.groupBy(early, ({ log }) => log.tx)].map(
    ([tx, own]) => [tx, [...new Set(own.map(({ to }) => to))].sort()] as const,
  )
  const sources = new Map<string, string[]>()
  for (const source of new Set(buyers.flatMap(({ fundedBy }) => fundedBy))) {
    const own = buyers.filter(({ address, fundedBy }) => address === source || fundedBy.includes(source))
    if (own.length > 1) sources.set(source, own.map(({ address }) => address).sort())
  }
  return { until, buyers, bundles: new Map(bundles.filter(([, own]) => own.length > 1)), sources }
}

function dealOf(log: Logged, token: Address, traderOf: (log: Logged) => string): Deal[] {
  const { name, args } = log
  if (name === 'Trade' && args.token === token) {
    const { trader, recipient, isBuy, ethAmount: eth, tokenAmount: coins } = args
    return [{ who: lower(trader), to: lower(recipient), isBuy, eth, coins, log }]
  }
  if (name !== 'Swap' || args.id !== poolIdOf(token) || args.amount1 === 0n) return []
  const [eth, coins] = [args.amount0, args.amount1].map((value: bigint) => (value < 0n ? -value : value))
  const who = traderOf(log)
  return [{ who, to: who, isBuy: args.amount0 < 0n, eth: eth as bigint, coins: coins as bigint, log }]
}

function balanceOf(logs: readonly Logged[], token: Address, who: string): bigint {
  const own = logs.filter(({ name, address }) => name === 'Transfer' && lower(address) === lower(token))
  const of = (side: 'from' | 'to') =>
    sum(own.filter(({ args }) => lower(args[side]) === who).map(({ args }) => args.value as bigint))
  return of('to') - of('from')
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
