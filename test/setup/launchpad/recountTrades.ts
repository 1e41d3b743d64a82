import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters, zeroAddress } from 'viem'
import { FACTORY } from './launchChain.ts'
import { feeGrowth } from './poolHelpers.ts'
import { curvePrice, iso, type Logged, poolPrice, type RawChain } from './rawChain.ts'

/** A trade as GET /api/launchpad/trades returns it, and the data for candles. */
export type Trade = {
  trade: {
    ethAmount: string
    feeBackedEth: string
    tokenAmount: string
    fee: string | null
    recipient: Address
    side: string
    venue: string
    trader: Address
  }
  at: number
  block: number
  place: number
  price: bigint
}

export function poolIdOf(token: Address): Hex {
  const key = parseAbiParameters('address, address, uint24, int24, address')
  return keccak256(encodeAbiParameters(key, [zeroAddress, token, 10_000, 200, FACTORY]))
}

/** All trades of a launch, oldest first. */
export async function recountTrades(raw: RawChain, token: Address): Promise<Trade[]> {
  const poolId = poolIdOf(token)
  const trades: Trade[] = []
  for (const log of raw.logs) {
    if (log.name === 'Trade' && log.args.token === token) trades.push(onCurve(raw, log))
    if (log.name === 'Swap' && log.args.id === poolId) trades.push(await inPool(raw, token, log))
  }
  const swaps = raw.logs.filter(({ name, args }) => name === 'Swap' && args.id === poolId)
  // The pool's fees before and after a swap are read from the adjacent blocks, so a block may have only one swap.
  if (new Set(swaps.map(({ block }) => block)).size !== swaps.length)
    throw new Error(`two swaps of ${token} in a block`)
  return trades
}

function placed({ block, logIndex, at, tx }: Logged, token: Address) {
  return {
    at,
    block,
    place: block * 1_000_000 + logIndex,
    trade: { address: token, block, logIndex, timestamp: iso(at), transactionHash: tx },
  }
}

function onCurve(raw: RawChain, log: Logged): Trade {
  const { token, trader, recipient, isBuy, ethAmount, tokenAmount, fee, realEth, sold } = log.args
  const { price } = curvePrice(raw, { realEth, sold })
  const { trade, ...place } = placed(log, token)
  const amounts = { ethAmount: `${ethAmount}`, feeBackedEth: `${ethAmount}`, tokenAmount: `${tokenAmount}` }
  const after = { fee: `${fee}`, priceEth: `${price}`, realEthRaised: `${realEth}`, tokensSold: `${sold}` }
  const side = isBuy ? 'buy' : 'sell'
  return {
    ...place,
    price,
    trade: { ...trade, venue: 'curve', side, trader, recipient, ...amounts, ...after } as never,
  }
}

async function inPool(raw: RawChain, token: Address, log: Logged): Promise<Trade> {
  const { amount0, amount1, sqrtPriceX96 } = log.args as Record<string, bigint> as Record<
    'amount0' | 'amount1' | 'sqrtPriceX96',
    bigint
  >
  const isBuy = amount0 < 0n
  const { price } = poolPrice(sqrtPriceX96)
  const { trade, ...place } = placed(log, token)
  const trader = await traderOf(raw, token, { log, isBuy })
  const eth = absolute(amount0)
  const amounts = { ethAmount: `${eth}`, tokenAmount: `${absolute(amount1)}` }
  const feeBackedEth = `${await backedBy(raw, token, { log, isBuy, eth, sqrtPriceX96 })}`
  const after = { fee: null, priceEth: `${price}`, realEthRaised: null, tokensSold: null }
  const who = { side: isBuy ? 'buy' : 'sell', trader, recipient: trader }
  return { ...place, price, trade: { ...trade, venue: 'pool', ...who, ...amounts, feeBackedEth, ...after } as never }
}

type Swapped = { log: Logged; isBuy: boolean; eth: bigint; sqrtPriceX96: bigint }

/** A hundred times the fees that the locked position earned by it, as the pool manager counted them, in ETH. */
async function backedBy({ chain, logs }: RawChain, token: Address, { log, isBuy, eth, sqrtPriceX96 }: Swapped) {
  const graduated = logs.find(({ name, args }) => name === 'Graduated' && args.token === token)
  const side = isBuy ? 0 : 1
  const [before, after] = [await feeGrowth(chain, token, log.block - 1), await feeGrowth(chain, token, log.block)]
  const fees = ((after[side] - before[side]) * BigInt(graduated?.args.liquidity)) >> 128n
  const volume = 100n * (isBuy ? fees : (fees << 192n) / sqrtPriceX96 ** 2n)
  return volume < eth ? volume : eth
}

/** The person whose tokens became more by a buy or fewer by a sale; the sender where nobody's did. */
async function traderOf(
  { chain, logs }: RawChain,
  token: Address,
  { log, isBuy }: Pick<Swapped, 'log' | 'isBuy'>,
): Promise<Address> {
  const gained = new Map<Address, bigint>()
  for (const { args } of logs.filter(
    ({ tx, name, address }) => tx === log.tx && name === 'Transfer' && same(address, token),
  )) {
    gained.set(args.to, (gained.get(args.to) ?? 0n) + args.value)
    gained.set(args.from, (gained.get(args.from) ?? 0n) - args.value)
  }
  for (const [who, amount] of gained)
    if ((isBuy ? amount > 0n : amount < 0n) && chain.accounts.some((account) => same(account, who))) return who
  const sent = (await chain.upstream('eth_getTransactionByHash', [log.tx])) as { from: Address }
  return chain.accounts.find((account) => same(account, sent.from)) as Address
}

type Drawing = { seconds: number; createdAt: number; limit: number }

/** The newest candles of a launch, without gaps, up to the newest block. */
export function recountCandles(raw: RawChain, trades: readonly Trade[], { seconds, createdAt, limit }: Drawing) {
  const startOf = (at: number) => Math.floor(at / seconds) * seconds
  const end = startOf(raw.headTime)
  const first = Math.max(startOf(createdAt), end - (limit - 1) * seconds)
  const earlier = trades.filter(({ at }) => at < first).at(-1)
  let close = earlier?.price ?? curvePrice(raw, { realEth: 0n, sold: 0n }).price
  return Array.from({ length: (end - first) / seconds + 1 }, (_, index) => {
    const start = first + index * seconds
    const within = trades.filter(({ at }) => at >= start && at < start + seconds)
    const prices = [close, ...within.map(({ price }) => price)]
    const open = close
    close = prices.at(-1) as bigint
    const sum = (field: 'ethAmount' | 'tokenAmount') =>
      within.reduce((total, { trade }) => total + BigInt(trade[field]), 0n)
    return {
      time: iso(start),
      open: `${open}`,
      high: `${prices.reduce((a, b) => (a > b ? a : b))}`,
      low: `${prices.reduce((a, b) => (a < b ? a : b))}`,
      close: `${close}`,
      volumeEth: `${sum('ethAmount')}`,
      volumeTokens: `${sum('tokenAmount')}`,
      trades: within.length,
    }
  })
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const absolute = (value: bigint) => (value < 0n ? -value : value)
