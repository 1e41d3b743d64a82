import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { named, v4Of } from '#liquidity/deployment.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { readV4Pools, type V4Pool } from '#liquidity/pools/V4Pools.ts'
import { acceptPermit } from '#liquidity/steps/acceptPermit.ts'
import {
  type Deposit,
  depositWords,
  draftDeposit,
  hasCode,
  pairOf,
  permit2Approvals,
  spendingsOf,
  trialApprovals,
  watchedTokens,
} from '#liquidity/steps/deposit.ts'
import { changesDeposits } from '#liquidity/steps/hooks.ts'
import { requireMintable } from '#liquidity/steps/limits.ts'
import { nativeBudget, withStated } from '#liquidity/steps/nativeBudget.ts'
import { type Range, rangeOf } from '#liquidity/steps/range.ts'
import { trialDeposit } from '#liquidity/steps/trial.ts'
import { rangeOf as rangeWords, rateOf } from '#liquidity/steps/words.ts'
import type { CreateDraft, CreateRequest } from './create.ts'
import { type MintingPool, mintingPool, poolIdFor } from './createV4Pool.ts'
import { type Wish, wishOf } from './wish.ts'

const NO_FEES = { amount0: 0n, amount1: 0n }

/** The transaction that mints a v4 position. */
export async function draftV4(chain: Chain, request: CreateRequest, now: number): Promise<CreateDraft> {
  const wish = wishOf(chain, request, now)
  const { sides, quote, terms } = wish
  const snapshot = withStated(await read(chain, request, wish), request.nativeTokenBalance)
  const pool = await mintingPool(chain, request, { snapshot, sides })
  const range = rangeOf(request, pool.key.tickSpacing, quote)
  const { deposit, plan, ...rest } = await mint(chain, request, { wish, snapshot, pool, range, now })
  const hook = pool.key.hooks === zeroAddress ? '' : ` and hook ${pool.key.hooks}`
  const words =
    `Create a V4 position on ${named(chain.facts)}: pay ${depositWords(chain, deposit)} into the ` +
    `${request.newPool ? 'new ' : ''}pool with ${rateOf(pool.key.fee)}${hook}, ${rangeWords(range, pairOf(deposit))}.`
  const stated = { deadline: terms.deadline, ticks: range, liquidity: plan.liquidity }
  const draft = draftDeposit(chain, deposit, { words, stated, ...rest })
  return { ...draft, range, slippage: plan.slippage, amounts: plan.amounts, token0: sides.token0, token1: sides.token1 }
}

function read(chain: Chain, request: CreateRequest, { sides }: Wish): Promise<Snapshot<V4Pool>> {
  const contracts = v4Of(chain.facts)
  return readV4Pools(chain, contracts, {
    ids: [poolIdFor(request, sides)],
    watch: {
      wallet: request.walletAddress,
      tokens: watchedTokens(sides, request.walletAddress, request.batchPermitData),
      spender: chain.facts.permit2,
      permit2Spender: contracts.positionManager,
      followsPermissions: true,
    },
    withGasPrice: sides.native !== undefined && request.nativeTokenBalance !== undefined,
  })
}

type Scene = { wish: Wish; snapshot: Snapshot<V4Pool>; pool: MintingPool; range: Range; now: number }

async function mint(chain: Chain, request: CreateRequest, { wish, snapshot, pool, range, now }: Scene) {
  const { sides, offer, terms } = wish
  const { tickLower, tickUpper } = range
  const wanted: V4.Create = {
    pool,
    offer,
    tickLower,
    tickUpper,
    ...terms,
    nativeBudget: sides.native && nativeBudget(snapshot, request.nativeTokenBalance),
    wallet: request.walletAddress,
    initialise: request.newPool !== undefined,
  }
  const bare = V4.create(wanted)
  requireMintable({ ...pool, ...bare, tickLower, tickUpper, tickSpacing: pool.key.tickSpacing, protocol: 'V4', offer })
  const deposit: Deposit = { to: pool.manager, ...bare, sides, snapshot, offer }
  const seconds = BigInt(Math.floor(now / 1000))
  const permit = await permitOf(chain, request, { deposit, now: seconds })
  const trial = changesDeposits(pool.key.hooks)
    ? await trialDeposit(
        chain,
        { wallet: request.walletAddress, to: pool.manager, sides, block: snapshot.block, fees: NO_FEES },
        {
          approvals: trialApprovals(deposit, chain.facts, seconds),
          nativeBalance: snapshot.nativeBalance,
          build: (maxima) => V4.create({ ...wanted, maxima }).payload,
        },
      )
    : undefined
  const plan = permit || trial?.shown ? V4.create({ ...wanted, permit, shown: trial?.shown }) : bare
  const final = { ...deposit, ...plan }
  const approvals = () => permit2Approvals(final, chain.facts, seconds)
  return { plan, deposit: final, approvals, failure: trial?.failure }
}

function permitOf(chain: Chain, request: CreateRequest, { deposit, now }: { deposit: Deposit; now: bigint }) {
  const { batchPermitData: permit, signature, walletAddress: wallet } = request
  if (!permit || !signature) return undefined
  const surroundings = { wallet, hasCode: hasCode(deposit), spender: deposit.to, spendings: spendingsOf(deposit), now }
  return acceptPermit(chain, { permit, signature, field: 'batchPermitData' }, surroundings)
}
