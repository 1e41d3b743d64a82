/** The calls and actions a built transaction may consist of, as the decoder knows them. Anything else is refused. */

export type Kind = 'address' | 'uint' | 'int' | 'bytes' | 'bytes[]' | 'permit'
export type Shape = { readonly name: string; readonly fields: readonly (readonly [name: string, kind: Kind])[] }

function shape(name: string, fields: string): Shape {
  const pairs = fields.split(' ').filter(Boolean)
  return { name, fields: pairs.map((pair) => pair.split(':') as [string, Kind]) }
}

const range = 'tickLower:int tickUpper:int'
const key = 'currency0:address currency1:address fee:uint tickSpacing:int hooks:address'
const v3Limits = 'amount0Desired:uint amount1Desired:uint amount0Min:uint amount1Min:uint'
const ends = 'to:address deadline:uint'
const ethRemoval = `token:address liquidity:uint amountTokenMin:uint amountETHMin:uint ${ends}`

export const FUNCTIONS: Readonly<Record<string, Shape>> = {
  '095ea7b3': shape('approve', 'spender:address amount:uint'),
  '87517c45': shape('permit2Approve', 'token:address spender:address amount:uint expiration:uint'),
  ac9650d8: shape('multicall', 'calls:bytes[]'),
  e8e33700: shape(
    'addLiquidity',
    `tokenA:address tokenB:address amountADesired:uint amountBDesired:uint amountAMin:uint amountBMin:uint ${ends}`,
  ),
  f305d719: shape(
    'addLiquidityETH',
    `token:address amountTokenDesired:uint amountTokenMin:uint amountETHMin:uint ${ends}`,
  ),
  baa2abde: shape(
    'removeLiquidity',
    `tokenA:address tokenB:address liquidity:uint amountAMin:uint amountBMin:uint ${ends}`,
  ),
  '02751cec': shape('removeLiquidityETH', ethRemoval),
  af2979eb: shape('removeLiquidityETHSupportingFeeOnTransferTokens', ethRemoval),
  '13ead562': shape('createAndInitializePoolIfNecessary', 'token0:address token1:address fee:uint sqrtPriceX96:uint'),
  '88316456': shape(
    'mint',
    `token0:address token1:address fee:uint ${range} ${v3Limits} recipient:address deadline:uint`,
  ),
  '219f5d17': shape('increaseLiquidity', `tokenId:uint ${v3Limits} deadline:uint`),
  '0c49ccbe': shape('decreaseLiquidity', 'tokenId:uint liquidity:uint amount0Min:uint amount1Min:uint deadline:uint'),
  fc6f7865: shape('collect', 'tokenId:uint recipient:address amount0Max:uint amount1Max:uint'),
  '12210e8a': shape('refundETH', ''),
  '49404b7c': shape('unwrapWETH9', 'amountMinimum:uint recipient:address'),
  df2ab5bb: shape('sweepToken', 'token:address amountMinimum:uint recipient:address'),
  '42966c68': shape('burn', 'tokenId:uint'),
  f7020405: shape('initializePool', `${key} sqrtPriceX96:uint`),
  '002a3e3a': shape('permitBatch', 'owner:address batch:permit signature:bytes'),
  dd46508f: shape('modifyLiquidities', 'unlockData:bytes deadline:uint'),
}

export const ACTIONS: Readonly<Record<string, Shape>> = {
  '00': shape('INCREASE_LIQUIDITY', 'tokenId:uint liquidity:uint amount0Max:uint amount1Max:uint hookData:bytes'),
  '01': shape('DECREASE_LIQUIDITY', 'tokenId:uint liquidity:uint amount0Min:uint amount1Min:uint hookData:bytes'),
  '02': shape(
    'MINT_POSITION',
    `${key} ${range} liquidity:uint amount0Max:uint amount1Max:uint owner:address hookData:bytes`,
  ),
  '03': shape('BURN_POSITION', 'tokenId:uint amount0Min:uint amount1Min:uint hookData:bytes'),
  '0d': shape('SETTLE_PAIR', 'currency0:address currency1:address'),
  '11': shape('TAKE_PAIR', 'currency0:address currency1:address recipient:address'),
  '12': shape('CLOSE_CURRENCY', 'currency:address'),
  '14': shape('SWEEP', 'currency:address to:address'),
}

export const UNLOCK_DATA: Shape = shape('unlockData', 'actions:bytes params:bytes[]')
