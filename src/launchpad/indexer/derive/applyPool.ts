import { min } from '#core/bigint.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Price from '#launchpad/contract/Price.ts'
import type * as Event from '#launchpad/indexer/chain/Event.ts'
import type { Launch } from '#launchpad/records/Launch.ts'
import * as PoolLiquidity from '#uniswap/PoolLiquidity.ts'
import { replaySwap } from '#uniswap/replaySwap.ts'
import * as Tick from '#uniswap/Tick.ts'
import { type Accumulator, record } from './Accumulator.ts'
import * as Attribution from './Attribution.ts'
import { UnlinkedSwap } from './Contradiction.ts'

const Q128 = 1n << 128n
const Q192 = 1n << 192n
const FEES_PER_VOLUME = 1_000_000n / BigInt(Curve.pool.fee)

/** Opens the pool of a launch, whose liquidity was added just before the Graduated event. */
export function openPool(accumulator: Accumulator, launch: Launch, { poolId, sqrtPriceX96 }: Event.Graduated): void {
  launch.sqrtPriceX96 = sqrtPriceX96
  launch.poolTick = Tick.fromSqrtRatio(sqrtPriceX96)
  accumulator.pools.set(poolId, launch)
  accumulator.positions.set(launch.id, PoolLiquidity.create(Curve.pool, new Map(), launch.poolTick))
  for (const event of accumulator.waiting.get(poolId) ?? []) applyLiquidity(accumulator, event)
  accumulator.waiting.delete(poolId)
}

export function applyLiquidity(accumulator: Accumulator, event: Event.Liquidity): void {
  const { position, block, transactionHash, poolId, sender, salt, tickLower, tickUpper, delta } = event
  const launch = accumulator.pools.get(poolId)
  if (delta === 0n) return
  if (!launch) {
    const waiting = accumulator.waiting.get(poolId)
    if (waiting) waiting.push(event)
    else accumulator.waiting.set(poolId, [event])
    return
  }
  PoolLiquidity.modify(positionsOf(accumulator, launch), event, launch.poolTick ?? 0)
  const logged = { position, tokenId: launch.id, at: accumulator.context.timeOf(block), transactionHash }
  const row = { ...logged, sender, salt, tickLower, tickUpper, delta }
  accumulator.liquidity.push({ ...row, feeGrowth0: 0n, feeGrowth1: 0n })
  changeTick(accumulator, launch, { tick: tickLower, gross: delta, net: delta })
  changeTick(accumulator, launch, { tick: tickUpper, gross: delta, net: -delta })
}

/** A donation raises the fees of all liquidity in range. It is not a trade. */
export function applyDonation(accumulator: Accumulator, event: Event.Donation): void {
  const { position, block, transactionHash, poolId, eth, tokens } = event
  const launch = accumulator.pools.get(poolId)
  if (!launch || (eth === 0n && tokens === 0n)) return
  const { active } = positionsOf(accumulator, launch)
  const [feeGrowth0, feeGrowth1] = active === 0n ? [0n, 0n] : [(eth * Q128) / active, (tokens * Q128) / active]
  grow(launch, feeGrowth0, feeGrowth1)
  const logged = { position, tokenId: launch.id, at: accumulator.context.timeOf(block), transactionHash }
  const row = { ...logged, sender: null, salt: null, tickLower: 0, tickUpper: 0, delta: 0n }
  accumulator.liquidity.push({ ...row, feeGrowth0, feeGrowth1 })
}

/**
 * A trade in the pool. The trader is the account that sent or received the tokens, else the sender of the transaction.
 */
export function applySwap(accumulator: Accumulator, event: Event.Swap): void {
  const launch = accumulator.pools.get(event.poolId)
  if (!launch) return
  const { context, attribution } = accumulator
  const before = launch.price
  const isBuy = Attribution.isBuy(event)
  const growth = feeGrowthOf(accumulator, launch, event)
  const [feeGrowth0, feeGrowth1] = isBuy ? [growth, 0n] : [0n, growth]
  grow(launch, feeGrowth0, feeGrowth1)
  const { sqrtPriceX96, tick: poolTick } = event
  Object.assign(launch, { sqrtPriceX96, poolTick }, Price.inPool(sqrtPriceX96, launch.burned))
  const { poolManager } = context
  const moved = Attribution.traderOf(attribution, { swap: event, token: launch.token, poolManager })
  const trader = moved ?? context.senderOf(event.transactionHash) ?? event.sender
  const eth = absolute(event.eth)
  record(accumulator, launch, {
    position: event.position,
    block: event.block,
    transactionHash: event.transactionHash,
    before,
    venue: 'pool',
    trader,
    recipient: trader,
    isBuy,
    eth,
    tokens: absolute(event.tokens),
    backed: backedBy(growth, { isBuy, eth, sqrtPriceX96 }),
    fee: null,
    realEth: null,
    sold: null,
    sqrtPriceX96,
    poolTick,
    feeGrowth0,
    feeGrowth1,
  })
}

/** The fee growth of a swap; zero for an accepted swap that does not follow from known liquidity. */
function feeGrowthOf(accumulator: Accumulator, launch: Launch, event: Event.Swap): bigint {
  const positions = positionsOf(accumulator, launch)
  const from = { sqrtPriceX96: launch.sqrtPriceX96 ?? 0n, tick: launch.poolTick ?? 0 }
  const { eth: amount0, tokens: amount1, sqrtPriceX96, liquidity, fee } = event
  const growth = replaySwap(positions, from, { amount0, amount1, sqrtPriceX96, liquidity, fee })
  if (growth !== undefined) return growth
  if (!accumulator.context.acceptedSwaps.has(event.position)) throw new UnlinkedSwap(event, launch.token)
  accumulator.positions.set(launch.id, PoolLiquidity.create(Curve.pool, positions.ticks, event.tick))
  return 0n
}

type Traded = { isBuy: boolean; eth: bigint; sqrtPriceX96: bigint }

/**
 * The part of a swap's ETH whose fee went to the locked position; neither liquidity of others nor donations increase
 * it. Fees in tokens are valued at the price after the sale, up to the traded amount.
 */
function backedBy(growth: bigint, { isBuy, eth, sqrtPriceX96 }: Traded): bigint {
  const fees = (growth * Curve.pool.liquidity) / Q128
  const inEth = isBuy ? fees : (fees * Q192) / (sqrtPriceX96 * sqrtPriceX96)
  const volume = inEth * FEES_PER_VOLUME
  return min(volume, eth)
}

function grow(launch: Launch, feeGrowth0: bigint, feeGrowth1: bigint): void {
  launch.feeGrowth0 += feeGrowth0
  launch.feeGrowth1 += feeGrowth1
}

function positionsOf({ positions }: Accumulator, { id, token }: Launch): PoolLiquidity.PoolLiquidity {
  const found = positions.get(id)
  if (!found) throw new Error(`the pool of ${token} was not opened`)
  return found
}

type Change = { tick: number; gross: bigint; net: bigint }

function changeTick({ ticks }: Accumulator, { id }: Launch, { tick, gross, net }: Change): void {
  const key = `${id} ${tick}`
  const known = ticks.get(key) ?? { tokenId: id, tick, gross: 0n, net: 0n }
  ticks.set(key, { ...known, gross: known.gross + gross, net: known.net + net })
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
