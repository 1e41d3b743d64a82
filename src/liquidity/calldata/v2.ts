import type { Address } from 'viem'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { address, type Payload, uint } from './abiWords.ts'

type Pair = { readonly token0: Address; readonly token1: Address; readonly native?: 'token0' | 'token1' | undefined }

export type Add = Pair & {
  readonly desired: Amounts
  readonly minima: Amounts
  readonly recipient: Address
  readonly deadline: bigint
}

export type Remove = Pair & {
  readonly liquidity: bigint
  readonly minima: Amounts
  readonly recipient: Address
  readonly deadline: bigint
  /** Whether the token beside native ETH arrives diminished, so that the router must forward what it really got. */
  readonly feeOnTransfer: boolean
}

/** The router's `addLiquidity`, or `addLiquidityETH` with the native side as value. */
export function add(request: Add): Payload {
  const { token0, token1, native, desired, minima } = request
  const end = address(request.recipient) + uint(request.deadline)
  if (native === undefined) {
    const wanted = uint(desired.amount0) + uint(desired.amount1)
    const least = uint(minima.amount0) + uint(minima.amount1)
    return { data: `0xe8e33700${address(token0)}${address(token1)}${wanted}${least}${end}`, value: 0n }
  }
  const [token, amount, tokenMin, value, nativeMin] =
    native === 'token0'
      ? [token1, desired.amount1, minima.amount1, desired.amount0, minima.amount0]
      : [token0, desired.amount0, minima.amount0, desired.amount1, minima.amount1]
  return { data: `0xf305d719${address(token)}${uint(amount)}${uint(tokenMin)}${uint(nativeMin)}${end}`, value }
}

/** The router's `removeLiquidity`, or one of its two ETH forms. */
export function remove(request: Remove): Payload {
  const { token0, token1, native, minima, liquidity } = request
  const end = address(request.recipient) + uint(request.deadline)
  if (native === undefined) {
    const least = uint(minima.amount0) + uint(minima.amount1)
    return { data: `0xbaa2abde${address(token0)}${address(token1)}${uint(liquidity)}${least}${end}`, value: 0n }
  }
  const selector = request.feeOnTransfer ? 'af2979eb' : '02751cec'
  const [token, tokenMin, nativeMin] =
    native === 'token0' ? [token1, minima.amount1, minima.amount0] : [token0, minima.amount0, minima.amount1]
  return {
    data: `0x${selector}${address(token)}${uint(liquidity)}${uint(tokenMin)}${uint(nativeMin)}${end}`,
    value: 0n,
  }
}
