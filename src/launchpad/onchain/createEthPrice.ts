import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import type { Log } from '#database/Log.ts'

/** A price feed with Chainlink's aggregator interface. */
export type UsdFeed = { address: Address; maxAgeSeconds: number }

/** Dollars per ETH as a feed reported them. */
export type EthPrice = {
  feed: Address
  description: string
  /** Dollars times 10^decimals. */
  answer: bigint
  decimals: number
  updatedAt: number
  /** Seconds since the update, by the chain's clock at the time of reading and this server's clock since then. */
  ageSeconds: number
  isStale: boolean
}

/** Undefined without a feed, or if it gives no usable price. */
export type ReadEthPrice = () => EthPrice | undefined | Promise<EthPrice | undefined>

type Reading = Pick<EthPrice, 'description' | 'answer' | 'decimals' | 'updatedAt'> & { ageSeconds: number }
type Options = { chain: Chain; feed: UsdFeed | undefined; now: () => number; log: Log }

const REFRESH_MS = 10_000
const DECIMALS_MAX = 36

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const CALLS = {
  decimals: { abi, functionName: 'decimals' },
  description: { abi, functionName: 'description' },
  round: { abi, functionName: 'latestRoundData' },
} as const

/** Reads the feed every few seconds while it is in use; the first caller waits, later callers get the last reading. */
export function createEthPrice({ chain, feed, now, log }: Options): ReadEthPrice {
  if (!feed) return () => undefined
  let last: { reading: Reading; readAt: number } | undefined
  let refreshing: Promise<void> | undefined
  let dueAt = 0
  async function refresh(): Promise<void> {
    try {
      last = { reading: await readFeed(chain, feed as UsdFeed), readAt: now() }
    } catch (err) {
      log.warn({ err, feed: feed?.address }, 'price feed returned no usable price')
    }
    dueAt = now() + REFRESH_MS
    refreshing = undefined
  }
  const current = () => last && toPrice(feed, last.reading, (now() - last.readAt) / 1000)
  return () => {
    if (now() >= dueAt) refreshing ??= refresh()
    return last || !refreshing ? current() : refreshing.then(current)
  }
}

function toPrice({ address, maxAgeSeconds }: UsdFeed, reading: Reading, elapsed: number): EthPrice {
  const ageSeconds = reading.ageSeconds + Math.max(0, Math.floor(elapsed))
  return { ...reading, feed: address, ageSeconds, isStale: ageSeconds > maxAgeSeconds }
}

async function readFeed(chain: Chain, { address }: UsdFeed): Promise<Reading> {
  const calls = Object.values(CALLS).map((call) => ({ to: address, data: encodeFunctionData(call) }))
  const { results, block } = await chain.read(calls)
  const [first = '0x', second = '0x', third = '0x'] = results.map(({ ok, data }) => (ok ? data : '0x'))
  const decimals = decodeFunctionResult({ ...CALLS.decimals, data: first })
  const description = UntrustedText.oneLine(decodeFunctionResult({ ...CALLS.description, data: second }))
  const [, answer, , updated] = decodeFunctionResult({ ...CALLS.round, data: third })
  const updatedAt = Number(updated)
  if (answer <= 0n || decimals > DECIMALS_MAX || updatedAt === 0)
    throw new Error(`The feed ${address} returned ${answer} with ${decimals} decimals, updated at ${updatedAt}.`)
  return { description, answer, decimals, updatedAt, ageSeconds: Math.max(0, Number(block.timestamp) - updatedAt) }
}
