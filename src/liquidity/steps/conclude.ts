import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Urgency } from '#chain/Fees.ts'
import type { Payload } from '#liquidity/calldata/words.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import type { Approval } from './approvals.ts'
import { check, type Stated } from './check.ts'
import { rehearse } from './rehearse.ts'
import type { Failure } from './reverts.ts'
import { expiryOf } from './terms.ts'
import { feeOf } from './words.ts'

/** A transaction as an endpoint drafted it. */
export type Draft = {
  readonly to: Address
  readonly payload: Payload
  readonly block: Block
  /** What the transaction does, in words, without its cost. */
  readonly words: string
  /** What the answer says of it, for the check against its calldata. */
  readonly stated: Omit<Stated, 'wallet' | 'to' | 'data' | 'value' | 'targets'>
  /** What must be sent first for it to succeed. */
  readonly approvals: () => readonly Approval[]
  /** Known already when figures had to be measured by running it. */
  readonly failure?: Failure | undefined
}

type Wanted = {
  readonly walletAddress: Address
  readonly simulateTransaction?: boolean | undefined
  readonly includeApprovalSimulation?: boolean | undefined
  readonly urgency?: Urgency | undefined
}

/** Checks a draft against its own calldata, simulates it where asked, and completes the answer. */
export async function conclude(chain: Chain, draft: Draft, { request, now }: { request: Wanted; now: number }) {
  const wallet = request.walletAddress
  const { to, payload } = draft
  check({ ...draft.stated, wallet, to, ...payload, targets: targetsOf(chain) })
  const rehearsal = request.simulateTransaction ? await rehearsed(chain, draft, request) : undefined
  const gas = rehearsal && 'gas' in rehearsal ? rehearsal.gas : undefined
  const failure = rehearsal && 'failure' in rehearsal ? rehearsal.failure : draft.failure
  const cost = gas ? ` Estimated network fee: ${feeOf(gas.gasFee, chain.facts)}.` : ' Network fee not estimated.'
  return {
    transaction: {
      to,
      from: wallet,
      data: payload.data,
      value: toQuantity(payload.value),
      chainId: chain.id,
      ...gas?.fields,
    },
    rest: {
      ...(gas && { gasFee: gas.gasFee.toString() }),
      ...((rehearsal || failure) && { simulation: failure ? { ok: false, ...failure } : { ok: true } }),
      summary: `${draft.words}${cost}`,
      blockNumber: draft.block.number.toString(),
      expiresAt: expiryOf(now),
    },
  }
}

function rehearsed(chain: Chain, { to, payload, approvals }: Draft, request: Wanted) {
  return rehearse(chain, {
    wallet: request.walletAddress,
    to,
    payload,
    approvals: request.includeApprovalSimulation ? approvals() : [],
    urgency: request.urgency ?? 'URGENT',
  })
}

/** Hexadecimal with whole bytes, as the transactions of the specification write values. */
export function toQuantity(value: bigint): string {
  const digits = value.toString(16)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}

function targetsOf({ facts }: Chain): Address[] {
  const { v2, v3, v4 } = facts.uniswap
  const all = [v2?.router, v3?.positionManager, v4?.positionManager, v4?.permissionedPositionManager]
  return all.filter((address): address is Address => address !== undefined)
}
