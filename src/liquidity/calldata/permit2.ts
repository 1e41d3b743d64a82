import type { Address, Hex } from 'viem'
import { address, bytes, selector, uint } from './abiWords.ts'

const APPROVE = selector('approve(address,address,uint160,uint48)')
const PERMIT_BATCH = selector('permitBatch(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)')

export type PermitDetails = {
  readonly token: Address
  readonly amount: bigint
  readonly expiration: bigint
  readonly nonce: bigint
}

export type PermitBatch = {
  readonly details: readonly PermitDetails[]
  readonly spender: Address
  readonly sigDeadline: bigint
}

/** Permit2's own `approve(token, spender, amount, expiration)`. */
export function approve(token: Address, spender: Address, grant: { amount: bigint; expiration: bigint }): Hex {
  return `0x${APPROVE}${address(token)}${address(spender)}${uint(grant.amount)}${uint(grant.expiration)}`
}

/** The v4 position manager's `permitBatch(owner, batch, signature)`, without prefix, for a multicall. */
export function permitBatch(owner: Address, batch: PermitBatch, signature: Hex): string {
  let details = uint(batch.details.length)
  for (const { token, amount, expiration, nonce } of batch.details) {
    details += address(token) + uint(amount) + uint(expiration) + uint(nonce)
  }
  const struct = uint(96) + address(batch.spender) + uint(batch.sigDeadline) + details
  return `${PERMIT_BATCH}${address(owner)}${uint(96)}${uint(96 + struct.length / 2)}${struct}${bytes(signature.slice(2))}`
}
