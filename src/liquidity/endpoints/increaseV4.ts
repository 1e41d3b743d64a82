import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { named, permissionedManagerOf, v4Of } from '#liquidity/deployment.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { readV4Positions, type V4Position } from '#liquidity/pools/V4Positions.ts'
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
import { requireControl, requireId } from '#liquidity/steps/positionAccess.ts'
import { requireOrder } from '#liquidity/steps/sides.ts'
import { termsOf } from '#liquidity/steps/terms.ts'
import { trialDeposit } from '#liquidity/steps/trial.ts'
import { amountOf, rangeOf } from '#liquidity/steps/words.ts'
import type { IncreaseDraft, IncreaseRequest, IncreaseWish } from './increase.ts'

/** The transaction that adds liquidity to a v4 position, whose fees it pays out at the same time. */
export async function increaseV4(chain: Chain, request: IncreaseRequest, wish: IncreaseWish): Promise<IncreaseDraft> {
  const { facts } = chain
  const id = requireId(request.nftTokenId, 'V4')
  const manager = request.permissioned ? permissionedManagerOf(facts) : v4Of(facts).positionManager
  const snapshot = withStated(await read(chain, request, { wish, manager, id }), request.nativeTokenBalance)
  const wallet = request.walletAddress
  const position = requireControl(snapshot.items[0], { id, protocol: 'V4', wallet }, chain)
  const { currency0, currency1 } = position.key
  requireOrder(wish.sides, { token0: currency0, token1: currency1 }, `Position ${id}`)
  const { deposit, plan, deadline, ...rest } = await add(chain, request, { wish, manager, snapshot, position })
  const pair = pairOf(deposit)
  const { fees } = position
  const words =
    `Add to V4 position ${id} on ${named(facts)}: pay ${depositWords(chain, deposit)}, range ${rangeOf(position, pair)}; ` +
    `its fees of ${amountOf(fees.amount0, pair[0])} and ${amountOf(fees.amount1, pair[1])} are paid out against that.`
  const stated = { deadline, positionId: id, liquidity: plan.liquidity }
  return {
    ...draftDeposit(chain, deposit, { words, stated, ...rest }),
    amounts: plan.amounts,
    slippage: plan.slippage,
    fees,
  }
}

type Reading = { readonly wish: IncreaseWish; readonly manager: Address; readonly id: bigint }

function read(chain: Chain, request: IncreaseRequest, { wish, manager, id }: Reading) {
  const { stateView } = v4Of(chain.facts)
  return readV4Positions(
    chain,
    { stateView, positionManager: manager },
    {
      ids: [id],
      watch: {
        wallet: request.walletAddress,
        tokens: watchedTokens(wish.sides, request.walletAddress, request.v4BatchPermitData),
        spender: chain.facts.permit2,
        permit2Spender: manager,
      },
      withGasPrice: wish.sides.native !== undefined && request.nativeTokenBalance !== undefined,
    },
  )
}

type Scene = {
  readonly wish: IncreaseWish
  readonly manager: Address
  readonly snapshot: Snapshot<unknown>
  readonly position: V4Position
}

async function add(chain: Chain, request: IncreaseRequest, { wish, manager, snapshot, position }: Scene) {
  const { sides, offer, now } = wish
  const terms = termsOf(request, now, sides.native !== undefined)
  const { tickLower, tickUpper, key, sqrtRatioX96, id, fees } = position
  const wanted: V4.Increase = {
    pool: { key, sqrtRatioX96 },
    tickLower,
    tickUpper,
    ...terms,
    nativeBudget: sides.native && nativeBudget(snapshot, request.nativeTokenBalance),
    positionId: id,
    offer,
  }
  const bare = V4.increase(wanted)
  requireMintable({ ...position, ...bare, tickSpacing: key.tickSpacing, protocol: 'V4', offer })
  const deposit: Deposit = { to: manager, ...bare, sides, snapshot, offer }
  const seconds = BigInt(Math.floor(now / 1000))
  const permit = await permitOf(chain, request, { deposit, now: seconds })
  const wallet = request.walletAddress
  const build = (maxima: V4.Increase['maxima']) => V4.increase({ ...wanted, maxima }).payload
  const trial = changesDeposits(key.hooks)
    ? await trialDeposit(
        chain,
        { wallet, to: manager, sides, block: snapshot.block, fees },
        { approvals: trialApprovals(deposit, chain.facts, seconds), nativeBalance: snapshot.nativeBalance, build },
      )
    : undefined
  const plan = permit || trial?.shown ? V4.increase({ ...wanted, permit, shown: trial?.shown }) : bare
  const final = { ...deposit, ...plan }
  const approvals = () => permit2Approvals(final, chain.facts, seconds)
  return { plan, deposit: final, approvals, failure: trial?.failure, deadline: terms.deadline }
}

function permitOf(chain: Chain, request: IncreaseRequest, { deposit, now }: { deposit: Deposit; now: bigint }) {
  const { v4BatchPermitData: permit, signature, walletAddress: wallet } = request
  if (!permit || !signature) return undefined
  const surroundings = { wallet, hasCode: hasCode(deposit), spender: deposit.to, spendings: spendingsOf(deposit), now }
  return acceptPermit(chain, { permit, signature, field: 'v4BatchPermitData' }, surroundings)
}
