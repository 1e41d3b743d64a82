import type { Address } from 'viem'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { address, type Payload, selector, uint } from './abiWords.ts'

const ADD = selector('addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)')
const ADD_ETH = selector('addLiquidityETH(address,uint256,uint256,uint256,address,uint256)')
const REMOVE = selector('removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)')
const REMOVE_ETH = selector('removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)')
const REMOVE_ETH_TAXED = selector(
  'removeLiquidityETHSupportingFeeOnTransferTokens(address,uint256,uint256,uint256,address,uint256)',
)

const SWAP = selector('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)')
const SWAP_ETH = selector('swapExactETHForTokens(uint256,address[],address,uint256)')
const SWAP_FOR_ETH = selector('swapExactTokensForETH(uint256,uint256,address[],address,uint256)')

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
  /**
   * Whether the other token charges a transfer fee, so that the router must forward the amount it actually received.
   */
  readonly feeOnTransfer: boolean
}

/** The router's `addLiquidity`, or `addLiquidityETH` with the native side as value. */
export function add(request: Add): Payload {
  const { token0, token1, native, desired, minima } = request
  const end = address(request.recipient) + uint(request.deadline)
  if (native === undefined) {
    const wanted = uint(desired.amount0) + uint(desired.amount1)
    const least = uint(minima.amount0) + uint(minima.amount1)
    return { data: `0x${ADD}${address(token0)}${address(token1)}${wanted}${least}${end}`, value: 0n }
  }
  const [token, amount, tokenMin, value, nativeMin] =
    native === 'token0'
      ? [token1, desired.amount1, minima.amount1, desired.amount0, minima.amount0]
      : [token0, desired.amount0, minima.amount0, desired.amount1, minima.amount1]
  return { data: `0x${ADD_ETH}${address(token)}${uint(amount)}${uint(tokenMin)}${uint(nativeMin)}${end}`, value }
}

/** The minima of a deposit by their names in the calldata. */
export function minimaOf({ native }: Pick<Pair, 'native'>, { amount0, amount1 }: Amounts) {
  if (native === undefined) return { amountAMin: amount0, amountBMin: amount1 }
  const [amountETHMin, amountTokenMin] = native === 'token0' ? [amount0, amount1] : [amount1, amount0]
  return { amountETHMin, amountTokenMin }
}

/** The router's `removeLiquidity`, or one of its two ETH forms. */
export function remove(request: Remove): Payload {
  const { token0, token1, native, minima, liquidity } = request
  const end = address(request.recipient) + uint(request.deadline)
  if (native === undefined) {
    const least = uint(minima.amount0) + uint(minima.amount1)
    return { data: `0x${REMOVE}${address(token0)}${address(token1)}${uint(liquidity)}${least}${end}`, value: 0n }
  }
  const called = request.feeOnTransfer ? REMOVE_ETH_TAXED : REMOVE_ETH
  const [token, tokenMin, nativeMin] =
    native === 'token0' ? [token1, minima.amount1, minima.amount0] : [token0, minima.amount0, minima.amount1]
  return {
    data: `0x${called}${address(token)}${uint(liquidity)}${uint(tokenMin)}${uint(nativeMin)}${end}`,
    value: 0n,
  }
}

export type Swap = {
  /** As the pair holds them. */
  readonly path: readonly [Address, Address]
  /** The end that moves as native currency. */
  readonly native?: 'in' | 'out' | undefined
  readonly amountIn: bigint
  readonly minimumOut: bigint
  readonly recipient: Address
  readonly deadline: bigint
}

/** The router's swap of an exact amount in one pair. */
export function swap({ path, native, amountIn, minimumOut, recipient, deadline }: Swap): Payload {
  const tokens = uint(path.length) + path.map(address).join('')
  const end = address(recipient) + uint(deadline) + tokens
  if (native === 'in') return { data: `0x${SWAP_ETH}${uint(minimumOut)}${uint(128)}${end}`, value: amountIn }
  const called = native === 'out' ? SWAP_FOR_ETH : SWAP
  return { data: `0x${called}${uint(amountIn)}${uint(minimumOut)}${uint(160)}${end}`, value: 0n }
}
