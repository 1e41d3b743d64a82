import type { Address, Hex } from 'viem'

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
        ...(balance !== undefined && { balance: `0x${balance.toString(16)}` }),
        ...(nonce !== undefined && { nonce: `0x${nonce.toString(16)}` }),
      },
    ]),
  )
}
