import { type Address, isAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import { describeRange, describeRate } from '#liquidity/answer/describe.ts'
import { marketPrice, priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { describeGuard, priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireMintable, requirePrice } from '#liquidity/checks/requireMintable.ts'
import { requireUntaxed } from '#liquidity/checks/requireUntaxed.ts'
import { named, v3Of } from '#liquidity/deployment.ts'
import { type Deposit, describeDeposit, directApprovals, draftDeposit, pairOf } from '#liquidity/deposits/Deposit.ts'
import { wrappedAtRisk } from '#liquidity/deposits/wrappedAtRisk.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Pools, type V3Pool, type V3Query } from '#liquidity/pools/readV3Pools.ts'
import { withStated } from '#liquidity/request/nativeBudget.ts'
import { rangeOf } from '#liquidity/request/Range.ts'
import { requireOrder, type TokenPair } from '#liquidity/request/TokenPair.ts'
import type { CreateDraft } from './CreateDraft.ts'
import { createIntentOf } from './CreateIntent.ts'
import { alreadyThere, noSuchPool } from './poolErrors.ts'
import type { CreateRequest } from './request.ts'

/** The transaction that mints a v3 position. */
export async function createV3(chain: Chain, request: CreateRequest, now: number): Promise<CreateDraft> {
  const { factory, positionManager } = v3Of(chain.facts)
  const { tokenPair, offer, quote, terms } = createIntentOf(chain, request, now)
  const wallet = request.walletAddress
  const watch = { wallet, tokens: [tokenPair.token0, tokenPair.token1], spender: positionManager }
  const [read, market] = await Promise.all([
    readV3Pools(chain, factory, { queries: [queryOf(request, tokenPair)], watch }),
    request.newPool ? marketPrice(chain, tokenPair) : undefined,
  ])
  const snapshot = withStated(read, request.nativeTokenBalance)
  const pool = poolOf(chain, request, { found: snapshot.items[0] as V3Pool, tokenPair })
  const range = rangeOf(request, pool.tickSpacing, quote)
  const { tickLower, tickUpper } = range
  const initialise = request.newPool !== undefined
  const plan = V3.create({ pool, offer, tickLower, tickUpper, ...terms, wallet, initialise, native: tokenPair.native })
  requireMintable({ ...pool, ...plan, tickLower, tickUpper, protocol: 'V3', offer })
  const deposit: Deposit = { to: positionManager, ...plan, tokenPair, snapshot, offer }
  const price = priceGuardOf(tokenPair, V3.depositEnds(plan), quote)
  const { alsoPay, warnings, words } = wrappedAtRisk(chain, deposit)
  const summary =
    `Create a V3 position on ${named(chain.facts)}: pay ${describeDeposit(chain, deposit)} ` +
    `into the ${initialise ? 'new ' : ''}pool with ${describeRate(pool.fee)}, ${describeRange(range, pairOf(deposit), quote)}.` +
    describeGuard(price, pairOf(deposit)) +
    words
  await requireUntaxed(chain, 'V3', { deposit, wallet, holder: positionManager })
  const draft = draftDeposit(chain, deposit, {
    summary,
    alsoPay,
    warnings: [...warnings, ...priceWarnings(market, pool.sqrtRatioX96, pairOf(deposit))],
    approvals: () => directApprovals(deposit),
    stated: { deadline: terms.deadline, ticks: range },
    price,
  })
  return {
    ...draft,
    range,
    slippage: terms.slippage,
    amounts: plan.amounts,
    token0: tokenPair.token0,
    token1: tokenPair.token1,
  }
}

function queryOf({ existingPool, newPool }: CreateRequest, { token0, token1 }: TokenPair): V3Query {
  if (newPool) return { token0, token1, fee: newPool.fee }
  const reference = existingPool?.poolReference ?? ''
  if (!isAddress(reference, { strict: false })) {
    throw invalidField('existingPool.poolReference', 'of V3 must be the address of the pool')
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
function poolOf(
  chain: Chain,
  request: CreateRequest,
  { found, tokenPair }: { found: V3Pool; tokenPair: TokenPair },
): Minting {
  const { newPool, existingPool } = request
  const { fee, tickSpacing, sqrtRatioX96 } = found
  if (newPool) {
    if (found.address && sqrtRatioX96 > 0n) throw alreadyThere(found.address)
    requireNew(newPool, tickSpacing)
    return { token0: tokenPair.token0, token1: tokenPair.token1, fee, tickSpacing, sqrtRatioX96: newPool.initialPrice }
  }
  if (!found.address || sqrtRatioX96 === 0n) throw noSuchPool(request, existingPool?.poolReference ?? '', chain)
  const [token0, token1] = [found.token0.address, found.token1.address]
  requireOrder(tokenPair, { token0, token1 }, `Pool ${found.address}`)
  return { token0, token1, fee, tickSpacing, sqrtRatioX96 }
}

function requireNew(newPool: NonNullable<CreateRequest['newPool']>, tickSpacing: number): void {
  if (newPool.hooks && !/^0x0{40}$/.test(newPool.hooks)) throw invalidField('newPool.hooks', 'is for V4 only')
  if (tickSpacing === 0)
    throw invalidField(
      'newPool.fee',
      `${newPool.fee} is not enabled for V3 pools here; 100, 500, 3000 and 10000 usually are`,
    )
  if (newPool.tickSpacing !== tickSpacing) {
    throw invalidField('newPool.tickSpacing', `must be ${tickSpacing}, which goes with a fee of ${newPool.fee}`)
  }
  requirePrice(newPool.initialPrice)
}
