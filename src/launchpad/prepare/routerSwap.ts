import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import * as Curve from '#launchpad/contract/Curve.ts'

export type RouterSwap = {
  token: Address
  factory: Address
  isBuy: boolean
  amountIn: bigint
  minOut: bigint
  recipient: Address
  deadline: bigint
}

const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const V4_SWAP = '0x10'
const SWAP_SETTLE_TAKE = '0x060c0e'
const CURRENCY_AND_AMOUNT = parseAbiParameters('address, uint256')
const CURRENCY_RECIPIENT_AMOUNT = parseAbiParameters('address, address, uint256')
/** Offset of the dynamic tuple. */
const TUPLE = 0x20n
const ALL = 0n

/** Universal Router's calldata for an exact-in swap between ETH and a graduated token. */
export function routerSwap({ token, factory, isBuy, amountIn, minOut, recipient, deadline }: RouterSwap): Hex {
  const [paid, received] = isBuy ? [zeroAddress, token] : [token, zeroAddress]
  const swap = swapParameters({ token, factory, isBuy, amountIn, minOut })
  const params = [
    swap,
    encodeAbiParameters(CURRENCY_AND_AMOUNT, [paid, amountIn]),
    encodeAbiParameters(CURRENCY_RECIPIENT_AMOUNT, [received, recipient, ALL]),
  ]
  const input = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [SWAP_SETTLE_TAKE, params])
  return encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: [V4_SWAP, [input], deadline] })
}

/**
 * One encoding for every version of the router: older ones read the word after the minimum as the offset of the empty
 * hook data; newer ones read it as a minimum price of 320 / 2^36, which never binds, and the next word as the offset.
 */
function swapParameters(swap: Omit<RouterSwap, 'recipient' | 'deadline'>): Hex {
  const { token, factory, isBuy, amountIn, minOut } = swap
  const { fee, tickSpacing } = Curve.pool
  const words = [
    TUPLE,
    BigInt(zeroAddress),
    BigInt(token),
    BigInt(fee),
    BigInt(tickSpacing),
    BigInt(factory),
    isBuy ? 1n : 0n,
    amountIn,
    minOut,
    320n,
    320n,
    0n,
  ]
  return concat(words.map((word) => toHex(word, { size: 32 })))
}
