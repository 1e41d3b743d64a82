import { type Address, isAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import { named, v3Of } from '#liquidity/deployment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Pools, type V3Pool, type V3Query } from '#liquidity/pools/V3Pools.ts'
import { type Deposit, depositWords, directApprovals, draftDeposit, pairOf } from '#liquidity/steps/deposit.ts'
import { requireMintable, requirePrice } from '#liquidity/steps/limits.ts'
import { withStated } from '#liquidity/steps/nativeBudget.ts'
import { rangeOf } from '#liquidity/steps/range.ts'
import { requireOrder, type Sides } from '#liquidity/steps/sides.ts'
import { rangeOf as rangeWords, rateOf } from '#liquidity/steps/words.ts'
import type { CreateDraft, CreateRequest } from './create.ts'
import { alreadyThere, noSuchPool, wishOf } from './wish.ts'

/** The transaction that mints a v3 position. */
export async function draftV3(chain: Chain, request: CreateRequest, now: number): Promise<CreateDraft> {
  const { factory, positionManager } = v3Of(chain.facts)
  const { sides, offer, quote, terms } = wishOf(chain, request, now)
  const wallet = request.walletAddress
  const watch = { wallet, tokens: [sides.token0, sides.token1], spender: positionManager }
  const read = await readV3Pools(chain, factory, { queries: [queryOf(request, sides)], watch })
  const snapshot = withStated(read, request.nativeTokenBalance)
  const pool = poolOf(chain, request, { found: snapshot.items[0] as V3Pool, sides })
  const range = rangeOf(request, pool.tickSpacing, quote)
  const { tickLower, tickUpper } = range
  const initialise = request.newPool !== undefined
  const plan = V3.create({ pool, offer, tickLower, tickUpper, ...terms, wallet, initialise, native: sides.native })
  requireMintable({ ...pool, ...plan, tickLower, tickUpper, protocol: 'V3', offer })
  const deposit: Deposit = { to: positionManager, ...plan, sides, snapshot, offer }
  const words =
    `Create a V3 position on ${named(chain.facts)}: pay ${depositWords(chain, deposit)} ` +
    `into the ${initialise ? 'new ' : ''}pool with ${rateOf(pool.fee)}, ${rangeWords(range, pairOf(deposit))}.`
  const draft = draftDeposit(chain, deposit, {
    words,
    approvals: () => directApprovals(deposit),
    stated: { deadline: terms.deadline, ticks: range },
  })
  return {
    ...draft,
    range,
    slippage: terms.slippage,
    amounts: plan.amounts,
    token0: sides.token0,
    token1: sides.token1,
  }
}

function queryOf({ existingPool, newPool }: CreateRequest, { token0, token1 }: Sides): V3Query {
  if (newPool) return { token0, token1, fee: newPool.fee }
  const reference = existingPool?.poolReference ?? ''
  if (!isAddress(reference, { strict: false })) {
    throw new ApiError('invalid_argument', 'existingPool.poolReference of V3 must be the address of the pool.', {
      details: [{ type: 'field', value: 'existingPool.poolReference' }],
    })
  }
  return { pool: toAddress(reference) }
}

type Minting = {
  readonly token0: Address
  readonly token1: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly sqrtRatioX96: bigint
}

// A pool that was deployed and never initialised counts as new: the same call initialises it.
function poolOf(chain: Chain, request: CreateRequest, { found, sides }: { found: V3Pool; sides: Sides }): Minting {
  const { newPool, existingPool } = request
  const { fee, tickSpacing, sqrtRatioX96 } = found
  if (newPool) {
    if (found.address && sqrtRatioX96 > 0n) throw alreadyThere(found.address)
    requireNew(newPool, tickSpacing)
    return { token0: sides.token0, token1: sides.token1, fee, tickSpacing, sqrtRatioX96: newPool.initialPrice }
  }
  if (!found.address || sqrtRatioX96 === 0n) throw noSuchPool(request, existingPool?.poolReference ?? '', chain)
  const [token0, token1] = [found.token0.address, found.token1.address]
  requireOrder(sides, { token0, token1 }, `Pool ${found.address}`)
  return { token0, token1, fee, tickSpacing, sqrtRatioX96 }
}

function requireNew(newPool: NonNullable<CreateRequest['newPool']>, tickSpacing: number): void {
  if (newPool.hooks && !/^0x0{40}$/.test(newPool.hooks)) throw invalid('hooks', 'is for V4 only')
  if (tickSpacing === 0)
    throw invalid('fee', `${newPool.fee} is not enabled for V3 pools here; 100, 500, 3000 and 10000 usually are`)
  if (newPool.tickSpacing !== tickSpacing) {
    throw invalid('tickSpacing', `must be ${tickSpacing}, which goes with a fee of ${newPool.fee}`)
  }
  requirePrice(newPool.initialPrice)
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError('invalid_argument', `newPool.${field} ${problem}.`, {
    details: [{ type: 'field', value: `newPool.${field}` }],
  })
}
