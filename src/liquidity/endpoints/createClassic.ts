import { z } from 'zod'
import type { Operation } from '#core/Operation.ts'
import { TransactionRequest } from '#core/TransactionRequest.ts'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { completeAnswer } from '#liquidity/answer/completeAnswer.ts'
import { sent } from '#liquidity/answer/sent.ts'
import type { Context } from '#liquidity/Context.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { draftPairDeposit } from '#liquidity/deposits/draftPairDeposit.ts'
import { examples } from '#liquidity/examples.ts'
import { body, maybe } from '#liquidity/fields.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { offerOf, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  mandate,
  nativeTokenBalance,
  outcome,
  simulation,
  slippage,
  TokenAmount,
  terms,
} from '#liquidity/wire.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { defineBuild } from './defineBuild.ts'

const Request = body({
  walletAddress: Wallet,
  poolParameters: z.strictObject({ token0Address: Address, token1Address: Address, chainId: ChainId }),
  independentToken: LpToken,
  dependentToken: maybe(LpToken).meta({
    description: 'The maximum amount of the other token. Required for a new pair.',
  }),
  nativeTokenBalance,
  acceptRisks,
  includeApprovalSimulation,
  mandate,
  ...terms,
  ...simulation,
}).superRefine(approvalsNeedSimulation)

export const Response = z.object({
  requestId: z.string(),
  independentToken: TokenAmount,
  dependentToken: TokenAmount,
  create: TransactionRequest,
  slippage,
  ...sent,
  ...outcome,
})

export function createClassic(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpCreateClassic',
    path: '/lp/create_classic',
    summary: 'Build the transaction that creates a v2 position.',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    examples: examples.createClassic,
    request: Request,
    response: Response,
    async build(request, { chain, requestId, ...answering }) {
      const { poolParameters, walletAddress: wallet, independentToken } = request
      const { facts } = chain
      const tokenPair = tokenPairOf(facts, 'V2', { ...poolParameters, ...request })
      const offer = offerOf({ facts, protocol: 'V2' }, tokenPair, request)
      const terms = termsOf(request, answering.now)
      const draft = await draftPairDeposit(chain, {
        tokenPair,
        offer,
        terms,
        wallet,
        nativeTokenBalance: request.nativeTokenBalance,
      })
      const { transaction, sent: parts, rest } = await completeAnswer(chain, draft, answering)
      const { amount0, amount1 } = draft.amounts
      const [own, other] = offer.side === 'token0' ? [amount0, amount1] : [amount1, amount0]
      const otherAddress = offer.side === 'token0' ? poolParameters.token1Address : poolParameters.token0Address
      return {
        requestId,
        independentToken: { tokenAddress: independentToken.tokenAddress, amount: own.toString() },
        dependentToken: {
          tokenAddress: request.dependentToken?.tokenAddress ?? otherAddress,
          amount: other.toString(),
        },
        create: transaction,
        slippage: Slippage.toPercent(draft.slippage),
        ...parts,
        ...rest,
      }
    },
  })
}
