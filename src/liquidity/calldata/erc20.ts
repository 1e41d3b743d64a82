import type { Address, Hex } from 'viem'
import { address, uint } from './abiWords.ts'

/** `approve(spender, amount)` of a token. */
export function approve(spender: Address, amount: bigint): Hex {
  return `0x095ea7b3${address(spender)}${uint(amount)}`
}
