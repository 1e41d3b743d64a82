import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Depth from '#uniswap/Depth.ts'
import * as Tick from '#uniswap/Tick.ts'

const V3_ABI = parseAbi([
  'function slot0() view returns (uint160, int24)',
  'function liquidity() view returns (uint128)',
  'function tickBitmap(int16 word) view returns (uint256)',
  'function ticks(int24 tick) view returns (uint128, int128)',
])
const V4_ABI = parseAbi([
  'function getSlot0(bytes32 id) view returns (uint160, int24, uint24, uint24)',
  'function getLiquidity(bytes32 id) view returns (uint128)',
  'function getTickBitmap(bytes32 id, int16 word) view returns (uint256)',
  'function getTickLiquidity(bytes32 id, int24 tick) view returns (uint128, int128)',
])

/** The distance in ticks that is read on either side: prices of about a third and three times. */
const DISTANCE = 11_000
/** The maximum number of initialised ticks that are read, nearest first. */
const TICKS_MAX = 400

export type PoolDepth = {
  readonly sqrtRatioX96: bigint
  readonly currentTick: number
  readonly liquidity: bigint
  readonly segments: readonly Depth.Segment[]
  /** Of v4 pools, in millionths: the fee of the liquidity, and the protocol's by direction of the swap. */
  readonly fees?: { readonly lp: number; readonly zeroForOne: number; readonly oneForZero: number } | undefined
  readonly block: bigint
}

type Pool =
  | { readonly protocol: 'V3'; readonly address: Address }
  | { readonly protocol: 'V4'; readonly id: Hex; readonly stateView: Address }
type CurrentTick = { readonly tick: number; readonly tickSpacing: number }

/** The liquidity around a pool's price, all at one block: its bitmap first, then the ticks that are marked in it. */
export function readDepth(chain: Chain, pool: Pool, { tick, tickSpacing }: CurrentTick): Promise<PoolDepth> {
  const name = pool.protocol === 'V3' ? pool.address : pool.id
  return chain.state(`depth ${pool.protocol} ${name}`, async () => {
    const words = Depth.wordsAround(tick, tickSpacing, DISTANCE)
    const calls = callsOf(pool)
    const first = await chain.read([calls.slot0, calls.liquidity, ...words.map(calls.bitmap)])
    const [slot0, liquidity, ...bitmaps] = first.results.map(wordsOf)
    if (!slot0 || !liquidity) throw unreadable()
    const state = { sqrtRatioX96: at(slot0, 0), currentTick: Number(signed(at(slot0, 1))), liquidity: at(liquidity, 0) }
    const marked = words.flatMap((word, index) => Depth.ticksOf(word, at(bitmaps[index] ?? [], 0), tickSpacing))
    const window = narrow(marked, state.currentTick)
    const { results } = await chain.read(window.marked.map(calls.tick), { block: first.block.number })
    const ticks = window.marked.map((own, index) => ({
      tick: own,
      net: signed(at(wordsOf(results[index] ?? { data: '0x' }), 1)),
    }))
    const segments = Depth.segments({ ticks, ...window, ...state })
    return { ...state, segments, fees: pool.protocol === 'V4' ? feesOf(slot0) : undefined, block: first.block.number }
  })
}

// The protocol's two fees share a word of twice twelve bits.
function feesOf(slot0: readonly bigint[]): NonNullable<PoolDepth['fees']> {
  const protocol = Number(at(slot0, 2))
  return { lp: Number(at(slot0, 3)), zeroForOne: protocol & 0xfff, oneForZero: protocol >> 12 }
}

/** The marked ticks nearest to the current one, and the ends up to which they are all there are. */
function narrow(marked: readonly number[], currentTick: number) {
  const half = TICKS_MAX / 2
  const inReach = marked.filter((tick) => Math.abs(tick - currentTick) <= DISTANCE)
  const below = inReach.filter((tick) => tick <= currentTick).slice(-half)
  const above = inReach.filter((tick) => tick > currentTick).slice(0, half)
  const from = below.length < half ? currentTick - DISTANCE : (below[0] ?? 0)
  const to = above.length < half ? currentTick + DISTANCE : (above.at(-1) ?? 0)
  return { marked: [...below, ...above], from: Math.max(Tick.MIN, from), to: Math.min(Tick.MAX, to) }
}

function callsOf(pool: Pool) {
  if (pool.protocol === 'V3') {
    const to = pool.address
    return {
      slot0: { to, data: encodeFunctionData({ abi: V3_ABI, functionName: 'slot0' }) },
      liquidity: { to, data: encodeFunctionData({ abi: V3_ABI, functionName: 'liquidity' }) },
      bitmap: (word: number) => ({
        to,
        data: encodeFunctionData({ abi: V3_ABI, functionName: 'tickBitmap', args: [word] }),
      }),
      tick: (tick: number) => ({ to, data: encodeFunctionData({ abi: V3_ABI, functionName: 'ticks', args: [tick] }) }),
    }
  }
  const { id, stateView: to } = pool
  return {
    slot0: { to, data: encodeFunctionData({ abi: V4_ABI, functionName: 'getSlot0', args: [id] }) },
    liquidity: { to, data: encodeFunctionData({ abi: V4_ABI, functionName: 'getLiquidity', args: [id] }) },
    bitmap: (word: number) => ({
      to,
      data: encodeFunctionData({ abi: V4_ABI, functionName: 'getTickBitmap', args: [id, word] }),
    }),
    tick: (tick: number) => ({
      to,
      data: encodeFunctionData({ abi: V4_ABI, functionName: 'getTickLiquidity', args: [id, tick] }),
    }),
  }
}

function wordsOf({ data }: { data: Hex }): bigint[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

function at(words: readonly bigint[], index: number): bigint {
  const word = words[index]
  if (word === undefined) throw unreadable()
  return word
}

function signed(word: bigint): bigint {
  return BigInt.asIntN(256, word)
}

function unreadable(): ApiError {
  return new ApiError('unavailable', 'The ticks of this pool could not be read. Try again in a moment.')
}
