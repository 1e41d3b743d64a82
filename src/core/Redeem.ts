import type { Address, Hex } from 'viem'
import { ApiError } from './ApiError.ts'

/** A call that the owner's account is to make. */
export type CallToRedeem = { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value: bigint }

/** The transaction with which the agent makes the call under its mandate. */
export type RedeemedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value: 0n
  /** Added to the summary. */
  readonly sentence: string
}

/** Wraps a call of the owner into a redemption of the agent; throws the reason if the mandate does not cover it. */
export type Redeem = (mandate: Hex, call: CallToRedeem) => Promise<RedeemedCall>

/** A mandate that does not cover the request; `problem` says why, then what to do. */
export function refusedMandate(problem: string): ApiError {
  return new ApiError('failed_precondition', `${problem}.`, { details: [{ type: 'field', value: 'mandate' }] })
}
