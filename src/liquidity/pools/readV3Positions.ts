import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { min } from '#core/bigint.ts'
import type { V3Deployment } from '#liquidity/deployment.ts'
import type { LensAnswer } from '#liquidity/lens.ts'
import * as Fees from '#uniswap/Fees.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { requireEqual, v3PoolAddress } from './poolAddress.ts'
import { runLens } from './runLens.ts'
import { type Snapshot, type Token, toToken, toWallet, toWatch, type Watch, watchKey } from './Snapshot.ts'

/** A v3 position with the price of its pool and the fees a collection would pay. */
export type V3Position = {
  readonly id: bigint
  readonly owner: Address
  readonly isOperator: boolean
  readonly pool: Address
  readonly token0: Token
  readonly token1: Token
  readonly fee: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly tickSpacing: number
  readonly liquidity: bigint
  readonly sqrtRatioX96: bigint
  readonly tick: number
  readonly fees: Amounts
}

type Contracts = Pick<V3Deployment, 'factory' | 'positionManager'>

/** Positions in the order asked; `undefined` where an id was never minted or is burned. */
export function readV3Positions(
  chain: Chain,
  { factory, positionManager }: Contracts,
  { ids, watch }: { ids: readonly bigint[]; watch: Watch },
): Promise<Snapshot<V3Position | undefined>> {
  const { facts } = chain
  const key = `${ids.join()} ${watchKey(watch)}`
  const args = [positionManager, factory, ids, toWatch(facts, watch)] as const
  return runLens(
    chain,
    { name: 'v3Positions', key, args, size: ids.length },
    ([head, holdings, positions], gasPrice) => ({
      ...toWallet(facts, head, { holdings, tokens: watch.tokens }),
      items: positions.map((raw, index) => toV3Position(facts, raw, { factory, id: ids[index] })),
      gasPrice,
    }),
  )
}

/** A window of the positions that the wallet owns, and their total number. */
export function readV3Owned(
  chain: Chain,
  { factory, positionManager }: Contracts,
  { from, count, watch }: { from: number; count: number; watch: Watch },
): Promise<Snapshot<V3Position | undefined> & { total: number }> {
  const { facts } = chain
  const args = [positionManager, factory, [BigInt(from), BigInt(count)], toWatch(facts, watch)] as const
  const key = `${from} ${count} ${watchKey(watch)}`
  return runLens(chain, { name: 'v3Owned', key, args }, ([head, holdings, positions, total], gasPrice) => ({
    ...toWallet(facts, head, { holdings, tokens: watch.tokens }),
    items: positions.map((raw) => toV3Position(facts, raw, { factory, id: undefined })),
    gasPrice,
    total: Number(total),
  }))
}

function toV3Position(
  facts: ChainFacts,
  raw: LensAnswer<'v3Positions'>[2][number],
  { factory, id }: { factory: Address; id: bigint | undefined },
): V3Position | undefined {
  if (raw.owner === zeroAddress) return undefined
  requireEqual('the pool of a V3 position', raw.pool, v3PoolAddress(facts.id, factory, raw))
  if (id !== undefined) requireEqual('the V3 position', `0x${raw.id.toString(16)}`, `0x${id.toString(16)}`)
  return {
    ...raw,
    token0: toToken(facts, raw.token0, raw.meta0),
    token1: toToken(facts, raw.token1, raw.meta1),
    sqrtRatioX96: raw.sqrtPriceX96,
    fees: feesOf(raw),
  }
}

// The manager books fees per position, the pool per range, and each rounds at different times; a collection pays the
// smaller of the two.
function feesOf(raw: LensAnswer<'v3Positions'>[2][number]): Amounts {
  const ticks = { current: raw.tick, lower: raw.tickLower, upper: raw.tickUpper }
  const inside = Fees.growthInside(ticks, { global: raw.global, lower: raw.lowerOutside, upper: raw.upperOutside })
  // A collection does not update a position without liquidity: only booked fees are paid.
  const isUpdated = raw.liquidity > 0n
  const own = Fees.owed(raw, isUpdated ? inside : raw.insideLast)
  const shared = Fees.owed(raw.shared, isUpdated ? inside : raw.shared.insideLast)
  return { amount0: min(own.amount0, shared.amount0), amount1: min(own.amount1, shared.amount1) }
}
