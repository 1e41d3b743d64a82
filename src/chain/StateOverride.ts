import type { Address, Hex } from 'viem'
import { toQuantity } from './JsonRpc.ts'

/** What accounts are to hold during a call, in place of what they hold. */
export type StateOverride = Record<
  Address,
  { balance?: bigint; nonce?: bigint; code?: Hex; state?: Record<Hex, Hex>; stateDiff?: Record<Hex, Hex> }
>

/** The form in which nodes take it. */
export function toOverride(override: StateOverride): Record<string, object> {
  return Object.fromEntries(
    Object.entries(override).map(([address, { balance, nonce, ...rest }]) => [
      address,
      {
        ...rest,
        ...(balance !== undefined && { balance: toQuantity(balance) }),
        ...(nonce !== undefined && { nonce: toQuantity(nonce) }),
      },
    ]),
  )
}
