/** The calls and actions a built transaction may consist of, as the decoder knows them. It refuses everything else. */

import { type AbiParameter, parseAbiItem, parseAbiParameters, toFunctionSelector } from 'viem'

export type Kind = 'address' | 'uint' | 'int' | 'bytes' | 'bytes[]' | 'address[]' | 'permit'
export type Shape = { readonly name: string; readonly fields: readonly (readonly [name: string, kind: Kind])[] }

const key = 'address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks'
const range = 'int24 tickLower, int24 tickUpper'
const v3Limits = 'uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min'
const ends = 'address to, uint256 deadline'
const ethRemoval = `address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, ${ends}`
const permit =
  '((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline)'

const SIGNATURES = [
  'approve(address spender, uint256 amount)',
  'multicall(bytes[] calls)',
  `addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, ${ends})`,
  `addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, ${ends})`,
  `removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, ${ends})`,
  `removeLiquidityETH(${ethRemoval})`,
  `removeLiquidityETHSupportingFeeOnTransferTokens(${ethRemoval})`,
  `swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, ${ends})`,
  `swapExactETHForTokens(uint256 amountOutMin, address[] path, ${ends})`,
  `swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, ${ends})`,
  'createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)',
  `mint((address token0, address token1, uint24 fee, ${range}, ${v3Limits}, address recipient, uint256 deadline) params)`,
  `increaseLiquidity((uint256 tokenId, ${v3Limits}, uint256 deadline) params)`,
  'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
  'refundETH()',
  'unwrapWETH9(uint256 amountMinimum, address recipient)',
  'sweepToken(address token, uint256 amountMinimum, address recipient)',
  'burn(uint256 tokenId)',
  `initializePool((${key}) key, uint160 sqrtPriceX96)`,
  `permitBatch(address owner, ${permit} batch, bytes signature)`,
  'modifyLiquidities(bytes unlockData, uint256 deadline)',
  'execute(bytes commands, bytes[] inputs, uint256 deadline)',
]

const PERMIT2_APPROVE = 'approve(address token, address spender, uint160 amount, uint48 expiration)'

/** Functions by selector, without prefix. */
export const FUNCTIONS: Readonly<Record<string, Shape>> = Object.fromEntries([
  ...SIGNATURES.map((signature) => functionOf(signature)),
  functionOf(PERMIT2_APPROVE, 'permit2Approve'),
])

/** Actions of the v4 position manager and of the router by code. */
export const ACTIONS: Readonly<Record<string, Shape>> = {
  '00': action('INCREASE_LIQUIDITY', 'uint tokenId, uint liquidity, uint amount0Max, uint amount1Max, bytes hookData'),
  '01': action('DECREASE_LIQUIDITY', 'uint tokenId, uint liquidity, uint amount0Min, uint amount1Min, bytes hookData'),
  '02': action(
    'MINT_POSITION',
    `${key}, ${range}, uint liquidity, uint amount0Max, uint amount1Max, address owner, bytes hookData`,
  ),
  '03': action('BURN_POSITION', 'uint tokenId, uint amount0Min, uint amount1Min, bytes hookData'),
  '06': action(
    'SWAP_EXACT_IN_SINGLE',
    `uint offset, ${key}, uint zeroForOne, uint amountIn, uint amountOutMinimum, uint older, uint newer, uint last`,
  ),
  '0b': action('SETTLE', 'address currency, uint amount, uint payerIsUser'),
  '0d': action('SETTLE_PAIR', 'address currency0, address currency1'),
  '0e': action('TAKE', 'address currency, address recipient, uint amount'),
  '11': action('TAKE_PAIR', 'address currency0, address currency1, address recipient'),
  '12': action('CLOSE_CURRENCY', 'address currency'),
  '14': action('SWEEP', 'address currency, address to'),
  '15': action('WRAP', 'uint amount'),
  '16': action('UNWRAP', 'uint amount'),
}

/** Commands of Universal Router with parameters of their own. */
export const COMMANDS: Readonly<Record<string, Shape>> = {
  '00': action(
    'V3_SWAP_EXACT_IN',
    'address recipient, uint amountIn, uint amountOutMinimum, bytes path, uint payerIsUser, uint prices',
  ),
  '02': action('PERMIT2_TRANSFER_FROM', 'address token, address recipient, uint amount'),
  '04': action('SWEEP_TOKEN', 'address token, address recipient, uint amountMinimum'),
  '0b': action('WRAP_ETH', 'address recipient, uint amount'),
  '0c': action('UNWRAP_WETH', 'address recipient, uint amountMinimum'),
}

export const UNLOCK_DATA: Shape = action('unlockData', 'bytes actions, bytes[] params')

function functionOf(signature: string, name = signature.slice(0, signature.indexOf('('))): [string, Shape] {
  const item = parseAbiItem(`function ${signature}`) as { readonly inputs: readonly AbiParameter[] }
  const selector = toFunctionSelector(`function ${signature}`).slice(2)
  return [selector, { name, fields: item.inputs.flatMap(fieldsOf) }]
}

function action(name: string, parameters: string): Shape {
  const inputs = parseAbiParameters(parameters) as readonly AbiParameter[]
  return { name, fields: inputs.flatMap(fieldsOf) }
}

// A tuple of static types is encoded like its members; the only dynamic one is a permit.
function fieldsOf(parameter: AbiParameter): [string, Kind][] {
  const { name = '', type } = parameter
  if (!('components' in parameter)) return [[name, kindOf(type)]]
  return name === 'batch' ? [[name, 'permit']] : parameter.components.flatMap(fieldsOf)
}

function kindOf(type: string): Kind {
  if (type.startsWith('uint')) return 'uint'
  return type.startsWith('int') ? 'int' : (type as Kind)
}
