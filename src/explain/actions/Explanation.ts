import type { Address } from 'viem'
import type { AddressBook, Contract } from '#explain/rules/Contract.ts'
import type { Arguments } from '#explain/rules/DecodedCall.ts'
import type { Effects } from '#explain/rules/Effects.ts'

/** The explanation of a transaction or a message. */
export type Explanation = {
  readonly kind: string
  readonly isKnown: boolean
  readonly effects: Effects
  readonly steps: readonly {
    readonly to: Address
    readonly contract: Contract | undefined
    readonly name: string | undefined
    readonly args: Arguments
  }[]
  readonly book: AddressBook
  readonly simulation?: {
    readonly ok: boolean
    readonly changes?: readonly { readonly token: Address; readonly change: bigint }[]
  }
}
