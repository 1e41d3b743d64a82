import { zeroAddress } from 'viem'
import { BURNED } from './executed.ts'
import { createPurse, holds, openCost, type Purse, put, takeOut } from './fifoReference.ts'
import { FACTORY, POOL_MANAGER } from './launchChain.ts'
import type { Logged } from './rawChain.ts'
import { poolIdOf } from './recountTrades.ts'

type Traded = { who: string; isBuy: boolean; eth: bigint; coins: bigint }
/** The events of one wallet in one token in one block. */
type Day = { net: bigint; trades: Traded[] }
type Options = {
  /** The trader of a swap, which the logs alone do not name. */
  traderOf: (log: Logged) => string
}

/** Every purse after these logs, by `token wallet`, block by block. Shares no code with the index. */
export function recountWallets(logs: readonly Logged[], { traderOf }: Options): Map<string, Purse> {
  const tokens = new Set<string>()
  const pools = new Map<string, string>()
  const purses = new Map<string, Purse>()
  for (const own of Map.groupBy(logs, ({ block }) => block).values()) {
    for (const { name, args } of own)
      if (name === 'TokenCreated') {
        tokens.add(lower(args.token))
        pools.set(poolIdOf(args.token), lower(args.token))
      }
    const days = new Map<string, Day>()
    for (const log of own) note(days, log, { tokens, pools, traderOf })
    for (const [key, day] of days) if (isPerson(key)) live(purses, key, day)
  }
  return purses
}

const lower = (text: string) => text.toLowerCase()
const OTHERS = new Set([FACTORY, POOL_MANAGER, zeroAddress, BURNED].map(lower))

function isPerson(key: string): boolean {
  const [token = '', wallet = ''] = key.split(' ')
  return !OTHERS.has(wallet) && wallet !== token
}

type World = Options & { tokens: ReadonlySet<string>; pools: ReadonlyMap<string, string> }

function note(days: Map<string, Day>, log: Logged, { tokens, pools, traderOf }: World): void {
  const { name, args } = log
  const dayOf = (token: string, wallet: string): Day => {
    const key = `${token} ${lower(wallet)}`
    if (!days.has(key)) days.set(key, { net: 0n, trades: [] })
    return days.get(key) as Day
  }
  const token = lower(log.address)
  if (name === 'Transfer' && tokens.has(token)) {
    dayOf(token, args.from).net -= args.value
    dayOf(token, args.to).net += args.value
  }
  if (name === 'Trade')
    dayOf(lower(args.token), args.trader).trades.push({
      ...{ who: args.trader, isBuy: args.isBuy, eth: args.ethAmount, coins: args.tokenAmount },
    })
  const pool = name === 'Swap' ? pools.get(args.id) : undefined
  if (pool === undefined || args.amount1 === 0n) return
  const who = traderOf(log)
  const [eth, coins] = [args.amount0, args.amount1].map((value: bigint) => (value < 0n ? -value : value))
  dayOf(pool, who).trades.push({ who, isBuy: args.amount0 < 0n, eth: eth as bigint, coins: coins as bigint })
}

function live(purses: Map<string, Purse>, key: string, { net, trades }: Day): void {
  const explained = trades.reduce((sum, { isBuy, coins }) => sum + (isBuy ? coins : -coins), 0n)
  const gift = net - explained
  if (gift === 0n && trades.length === 0) return
  const purse = purses.get(key) ?? createPurse()
  purses.set(key, purse)
  let debt = gift < 0n ? -gift : 0n
  if (gift > 0n) put(purse, gift, null)
  for (const { isBuy, eth, coins } of trades) {
    if (isBuy) put(purse, coins, eth)
    else {
      const missing = coins - holds(purse)
      if (missing > 0n) {
        put(purse, missing, null)
        debt += missing
      }
      takeOut(purse, coins, eth)
    }
  }
  if (debt > 0n) takeOut(purse, debt, null)
}

/** A purse as one line of text. */
export function lineOf(key: string, purse: Purse): string {
  const { in: into, out, paid, got, profit, unpriced } = purse
  const sums = [into.buy, paid, out.sell, got, into.received, out.sent, profit, unpriced, openCost(purse), holds(purse)]
  return [key, ...sums].join(' ')
}
