import type { Address, Hex } from 'viem'
import { toQuantity } from './JsonRpc.ts'

/** Account state that replaces the real one during a call. */
export type StateOverride = Record<
  Address,
  { balance?: bigint; nonce?: bigint; code?: Hex; state?: Record<Hex, Hex>; stateDiff?: Record<Hex, Hex> }
>

/** The override in JSON-RPC form. */
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
