import { type Constants, curvePrice, type Logged, poolPrice } from './rawChain.ts'
import { poolIdOf } from './recountTrades.ts'

type Asked = { wallet: string; seconds: number; headTime: number; limit: number }
export type ValueLine = { time: string; valueEth: string }

const lower = (text: string) => text.toLowerCase()

/** The worth of a wallet at the end of each interval, from balances and prices of raw logs. Shares no code with the index. */
export function recountValue(logs: readonly Logged[], constants: Constants, asked: Asked): ValueLine[] {
  const { wallet, seconds, headTime, limit } = asked
  const tokens = logs.filter(({ name }) => name === 'TokenCreated').map(({ args }) => args.token)
  const last = Math.floor(headTime / seconds) * seconds
  const lines = Array.from({ length: limit }, (_, index) => {
    const start = last - (limit - 1 - index) * seconds
    const past = logs.filter(({ at }) => at < start + seconds)
    const own = past.filter(({ name, args }) => name === 'Transfer' && isAmong(args, wallet))
    const held = tokens.map((token) => (balanceOf(own, token, wallet) * priceOf(past, constants, token)) / 10n ** 18n)
    const valueEth = `${held.reduce((sum, value) => sum + value, 0n)}`
    const isKnown = own.some(({ address }) => tokens.some((token) => lower(token) === lower(address)))
    return { time: new Date(start * 1000).toISOString(), valueEth, isKnown }
  })
  return lines.filter(({ isKnown }) => isKnown).map(({ time, valueEth }) => ({ time, valueEth }))
}

function isAmong({ from, to }: { from: string; to: string }, wallet: string): boolean {
  return [from, to].some((account) => lower(account) === lower(wallet))
}

function balanceOf(transfers: readonly Logged[], token: string, wallet: string): bigint {
  return transfers
    .filter(({ address }) => lower(address) === lower(token))
    .reduce((sum, { args: { from, to, value } }) => {
      const came: bigint = lower(to) === lower(wallet) ? value : 0n
      return sum + came - (lower(from) === lower(wallet) ? (value as bigint) : 0n)
    }, 0n)
}

function priceOf(logs: readonly Logged[], constants: Constants, token: `0x${string}`): bigint {
  const poolId = poolIdOf(token)
  const trade = logs.findLast(
    ({ name, args }) => (name === 'Trade' && args.token === token) || (name === 'Swap' && args.id === poolId),
  )
  if (!trade) return 0n
  return trade.name === 'Swap' ? poolPrice(trade.args.sqrtPriceX96).price : curvePrice(constants, trade.args).price
}
