import type { Address, Hex } from 'viem'
import { address, selector, uint } from './abiWords.ts'

const APPROVE = selector('approve(address,uint256)')

/** `approve(spender, amount)` of a token. */
export function approve(spender: Address, amount: bigint): Hex {
  return `0x${APPROVE}${address(spender)}${uint(amount)}`
}
