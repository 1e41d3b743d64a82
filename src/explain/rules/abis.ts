import { type AbiParameter, parseAbi, parseAbiParameters } from 'viem'

const V3_RANGE = 'address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper'
const V3_AMOUNTS = 'uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min'
const POOL_KEY = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'
const PERMIT_DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const NFT = [
  'function approve(address spender, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
] as const
const ERC20 = [
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
] as const

const DELEGATION = [
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
] as const

/** The functions that are explained, by kind of contract. Everything else is unknown. */
export const ABIS = {
  token: parseAbi(ERC20),
  wrapped: parseAbi([...ERC20, 'function deposit() payable', 'function withdraw(uint256 amount)']),
  permit2: parseAbi([
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    `function permit(address owner, (${PERMIT_DETAILS} details, address spender, uint256 sigDeadline) single, bytes signature)`,
    `function permit(address owner, (${PERMIT_DETAILS}[] details, address spender, uint256 sigDeadline) batch, bytes signature)`,
  ]),
  v2Router: parseAbi([
    'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    'function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline) payable',
    'function removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    'function removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    'function removeLiquidityETHSupportingFeeOnTransferTokens(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ]),
  v3Manager: parseAbi([
    ...NFT,
    'function multicall(bytes[] calls) payable',
    'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable',
    `function mint((${V3_RANGE}, ${V3_AMOUNTS}, address recipient, uint256 deadline) params) payable`,
    `function increaseLiquidity((uint256 tokenId, ${V3_AMOUNTS}, uint256 deadline) params) payable`,
    'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable',
    'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable',
    'function refundETH() payable',
    'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
    'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
    'function burn(uint256 tokenId) payable',
  ]),
  v4Manager: parseAbi([
    ...NFT,
    'function multicall(bytes[] calls) payable',
    `function initializePool(${POOL_KEY} key, uint160 sqrtPriceX96) payable`,
    `function permitBatch(address owner, (${PERMIT_DETAILS}[] details, address spender, uint256 sigDeadline) batch, bytes signature) payable`,
    'function modifyLiquidities(bytes unlockData, uint256 deadline) payable',
  ]),
  router: parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable']),
  launchpad: parseAbi([
    'function createToken(string name, string symbol, uint256 minTokensOut) payable',
    'function createTokenWithOptions(string name, string symbol, uint256 minTokensOut, (string metadataURI, bytes32 salt, address referrer, address feeHolder, uint16 openingSeconds, uint16 lockDays) options) payable',
    'function buy(address token, uint256 minTokensOut) payable',
    'function buyFor(address token, uint256 minTokensOut, address recipient, uint256 deadline) payable',
    'function sell(address token, uint256 tokenAmount, uint256 minEthOut)',
    'function sellFor(address token, uint256 tokenAmount, uint256 minEthOut, address recipient, uint256 deadline)',
    'function claimCreatorFees(address token, address recipient)',
    'function claimTreasuryFees(address[] tokenList)',
    'function collectPoolFees(address token)',
    'function releaseLock(address token)',
    'function transferCreator(address token, address newCreator)',
    'function acceptCreator(address token)',
  ]),
  feeSplitFactory: parseAbi(['function createFeeSplit(address[] accounts, uint16[] bps)']),
  feeSplit: parseAbi([
    'function acceptCreator(address token)',
    'function claim(address token)',
    'function divideEth()',
    'function divideTokens(address token)',
    'function withdraw(address account, address recipient)',
  ]),
  delegationManager: parseAbi([
    ...DELEGATION,
    'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)',
    'function disableDelegation(Delegation delegation)',
  ]),
  nonceEnforcer: parseAbi(['function incrementNonce(address delegationManager)']),
} as const

export type Kind = keyof typeof ABIS

const actionParameters = {
  INCREASE_LIQUIDITY: 'uint256 tokenId, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, bytes hookData',
  DECREASE_LIQUIDITY: 'uint256 tokenId, uint256 liquidity, uint128 amount0Min, uint128 amount1Min, bytes hookData',
  MINT_POSITION: `${POOL_KEY} key, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData`,
  BURN_POSITION: 'uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData',
  SETTLE: 'address currency, uint256 amount, bool payerIsUser',
  SETTLE_ALL: 'address currency, uint256 maxAmount',
  SETTLE_PAIR: 'address currency0, address currency1',
  TAKE: 'address currency, address recipient, uint256 amount',
  TAKE_PAIR: 'address currency0, address currency1, address recipient',
  CLOSE_CURRENCY: 'address currency',
  SWEEP: 'address currency, address to',
  WRAP: 'uint256 amount',
  UNWRAP: 'uint256 amount',
} as const

export type ActionName = keyof typeof actionParameters

/** The actions of v4's position manager and router, by code. */
export const ACTIONS: Readonly<Record<number, ActionName | 'SWAP_EXACT_IN_SINGLE'>> = {
  0: 'INCREASE_LIQUIDITY',
  1: 'DECREASE_LIQUIDITY',
  2: 'MINT_POSITION',
  3: 'BURN_POSITION',
  6: 'SWAP_EXACT_IN_SINGLE',
  11: 'SETTLE',
  12: 'SETTLE_ALL',
  13: 'SETTLE_PAIR',
  14: 'TAKE',
  17: 'TAKE_PAIR',
  18: 'CLOSE_CURRENCY',
  20: 'SWEEP',
  21: 'WRAP',
  22: 'UNWRAP',
}

export const ACTION_PARAMETERS = Object.fromEntries(
  Object.entries(actionParameters).map(([name, text]) => [name, parseAbiParameters(text)]),
) as unknown as Readonly<Record<ActionName, readonly AbiParameter[]>>

/** Commands of Universal Router with parameters of their own, by code. */
export const COMMANDS: Readonly<Record<number, readonly [name: string, parameters: readonly AbiParameter[]]>> = {
  0: [
    'V3_SWAP_EXACT_IN',
    parseAbiParameters(
      'address recipient, uint256 amountIn, uint256 amountOutMinimum, bytes path, bool payerIsUser, uint256[] minHopPricesX36',
    ),
  ],
  2: ['PERMIT2_TRANSFER_FROM', parseAbiParameters('address token, address recipient, uint160 amount')],
  4: ['SWEEP_TOKEN', parseAbiParameters('address token, address recipient, uint160 amountMinimum')],
  11: ['WRAP_ETH', parseAbiParameters('address recipient, uint256 amount')],
  12: ['UNWRAP_WETH', parseAbiParameters('address recipient, uint256 amountMinimum')],
}

/** The delegations of a permission context (ERC-7710). */
export const DELEGATIONS = parseAbiParameters(['Delegation[] delegations', ...DELEGATION])

export const UNLOCK_DATA = parseAbiParameters('bytes actions, bytes[] params')
