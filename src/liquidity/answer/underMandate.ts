import { type Hex, stringToHex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { type CallToRedeem, refusedMandate } from '#core/Redeem.ts'
import { toCall, toQuantity } from '#core/TransactionRequest.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Answering } from './Answering.ts'
import type { walletAnswer } from './walletAnswer.ts'

type Answer = Awaited<ReturnType<typeof walletAnswer>>

/** The call as one transaction of the agent; the owner's account makes it, pays and receives. */
export async function underMandate(
  chain: Chain,
  draft: Draft,
  { request, redeem, attest, answer }: Answering & { readonly answer: Answer },
): Promise<Answer> {
  const { mandate, walletAddress: owner } = request
  if (mandate === undefined) return answer
  if (!redeem || chain.id !== LAUNCH_CHAIN_ID)
    throw refusedMandate(`A mandate is for chain ${LAUNCH_CHAIN_ID} alone. Leave out mandate`)
  const { data, value } = draft.payload
  const { from, to, sentence, ...call } = await redeem(mandate, { from: owner, to: draft.to, data, value })
  if (answer.sent.approvals.length > 0)
    throw refusedMandate(
      'No mandate covers approvals. Let the owner first send the approvals that this request returns without mandate',
    )
  const terms = { delegator: owner, delegate: from, paid: value, tokenId: draft.stated.positionId }
  const stated = { call: 'redeemDelegations', terms }
  const [gasLimit, statement] = await Promise.all([
    gasOf(chain, { from, to, data: call.data }),
    attest.transaction({ chainId: chain.id, from, to, ...call, stated, blockNumber: draft.block.number }),
  ])
  const transaction = { ...answer.transaction, from, to, data: call.data, value: toQuantity(0n), gasLimit }
  return {
    transaction,
    sent: { ...answer.sent, calls: [toCall(transaction)] },
    rest: { ...answer.rest, statement, summary: `${answer.rest.summary} ${sentence}` },
  }
}

/** The reason of the framework's enforcer, as it is in the data of a revert. */
const TOO_MUCH = stringToHex('exceeded-balance-decrease').slice(2)

async function gasOf(chain: Chain, { from, to, data }: Omit<CallToRedeem, 'value'>): Promise<string> {
  const [result] = (await chain.simulate({ from, calls: [{ to, data }] })).results
  if (!result?.ok) throw refusedMandate(reasonOf(result?.returnData ?? '0x'))
  return String((result.gasUsed * 5n) / 4n)
}

function reasonOf(data: Hex): string {
  return data.includes(TOO_MUCH)
    ? 'The call would take more tokens than one trade of the mandate allows. Build it again, or send less'
    : 'This redemption would revert. Read the mandate with GET /api/mandates'
}
