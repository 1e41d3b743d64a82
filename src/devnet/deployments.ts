import { type Address, type Hex, pad, parseAbi, stringToHex, toHex, zeroAddress } from 'viem'
import { FRAMEWORK, type FrameworkContract } from '#core/delegationFramework.ts'
import { ORDER_CONDITION, ORDER_CONDITION_CODE } from '#core/orderCondition.generated.ts'
import {
  devnetFeeSplitFactory,
  devnetLaunchpad,
  feeSplitFactoryBytecode,
  launchpadBytecode,
} from '#launchpad/contract/launchpad.generated.ts'
import * as At from './addresses.ts'
import type { Artifact } from './artifacts.ts'
import * as Compiled from './contracts.generated.ts'
import { DELEGATION_SALT, delegationBytecode } from './delegation.generated.ts'

export type Deployment = {
  address: Address
  /** A file in an installed package, or a contract of our own. */
  artifact: string | Artifact
  args?: readonly unknown[]
  salt?: Hex
  /** Byte offset of a library's address in the creation code. */
  link?: { start: number; library: Address }
}

const ETH_LABEL = stringToHex('ETH', { size: 32 })
export const PAIR_INIT_CODE_HASH = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
export const POOL_INIT_CODE_HASH = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'

const v2Periphery = '@uniswap/v2-periphery/build'
const v3Periphery = '@uniswap/v3-periphery/artifacts/contracts'
const v4Core = '@uniswap/v4-core/out'
const v4Periphery = '@uniswap/v4-periphery/foundry-out'

const weth: Deployment = { address: At.WETH, artifact: `${v2Periphery}/WETH9.json` }

const v2: Deployment[] = [
  { address: At.V2_FACTORY, artifact: '@uniswap/v2-core/build/UniswapV2Factory.json', args: [At.OPERATOR] },
  { address: At.V2_ROUTER, artifact: `${v2Periphery}/UniswapV2Router02.json`, args: [At.V2_FACTORY, At.WETH] },
]

const v3: Deployment[] = [
  {
    address: At.V3_FACTORY,
    artifact: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  },
  { address: At.V3_NFT_DESCRIPTOR, artifact: `${v3Periphery}/libraries/NFTDescriptor.sol/NFTDescriptor.json` },
  {
    address: At.V3_POSITION_DESCRIPTOR,
    artifact: `${v3Periphery}/NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor.json`,
    args: [At.WETH, ETH_LABEL],
    link: { start: 1681, library: At.V3_NFT_DESCRIPTOR },
  },
  {
    address: At.V3_POSITION_MANAGER,
    artifact: `${v3Periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
    args: [At.V3_FACTORY, At.WETH, At.V3_POSITION_DESCRIPTOR],
  },
  {
    address: At.V3_MIGRATOR,
    artifact: `${v3Periphery}/V3Migrator.sol/V3Migrator.json`,
    args: [At.V3_FACTORY, At.WETH, At.V3_POSITION_MANAGER],
  },
  {
    address: At.V3_SWAP_ROUTER,
    artifact: `${v3Periphery}/SwapRouter.sol/SwapRouter.json`,
    args: [At.V3_FACTORY, At.WETH],
  },
  {
    address: At.V3_QUOTER,
    artifact: `${v3Periphery}/lens/QuoterV2.sol/QuoterV2.json`,
    args: [At.V3_FACTORY, At.WETH],
  },
  { address: At.V3_TICK_LENS, artifact: `${v3Periphery}/lens/TickLens.sol/TickLens.json` },
]

const positionManager = {
  artifact: `${v4Periphery}/PositionManager.sol/PositionManager.json`,
  args: [At.POOL_MANAGER, At.PERMIT2, 300_000n, At.POSITION_DESCRIPTOR, At.WETH],
}

const v4: Deployment[] = [
  { address: At.POOL_MANAGER, artifact: `${v4Core}/PoolManager.sol/PoolManager.json`, args: [At.OPERATOR] },
  {
    address: At.POSITION_DESCRIPTOR,
    artifact: `${v4Periphery}/PositionDescriptor.sol/PositionDescriptor.json`,
    args: [At.POOL_MANAGER, At.WETH, ETH_LABEL],
  },
  { address: At.POSITION_MANAGER, ...positionManager },
  { address: At.PERMISSIONED_POSITION_MANAGER, ...positionManager, salt: pad('0x01') },
  { address: At.STATE_VIEW, artifact: `${v4Periphery}/StateView.sol/StateView.json`, args: [At.POOL_MANAGER] },
  { address: At.QUOTER, artifact: `${v4Periphery}/V4Quoter.sol/V4Quoter.json`, args: [At.POOL_MANAGER] },
]

const universalRouter: Deployment = {
  address: At.UNIVERSAL_ROUTER,
  artifact: '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
  args: [
    {
      permit2: At.PERMIT2,
      weth9: At.WETH,
      v2Factory: At.V2_FACTORY,
      v3Factory: At.V3_FACTORY,
      pairInitCodeHash: PAIR_INIT_CODE_HASH,
      poolInitCodeHash: POOL_INIT_CODE_HASH,
      v4PoolManager: At.POOL_MANAGER,
      v3NFTPositionManager: At.V3_POSITION_MANAGER,
      v4PositionManager: At.POSITION_MANAGER,
      spokePool: zeroAddress,
    },
  ],
}

// The salts keep the tokens' addresses in a fixed order when their code changes.
const tokens: Deployment[] = [
  { address: At.MOON, artifact: Compiled.StandardToken, args: ['Moon Token', 'MOON', 18], salt: saltOf(121) },
  { address: At.DUSD, artifact: Compiled.StandardToken, args: ['Devnet Dollar', 'DUSD', 6], salt: saltOf(86) },
  {
    address: At.BURN,
    artifact: Compiled.FeeOnTransferToken,
    args: ['Fee-on-transfer Token', 'BURN', 18],
    salt: saltOf(4),
  },
  { address: At.USDX, artifact: Compiled.UsdtLikeToken, args: ['USDT-like Dollar', 'USDX', 6], salt: saltOf(16) },
  {
    address: At.KYC,
    artifact: Compiled.PermissionedToken,
    args: ['Permissioned Share', 'KYC', 18, At.OPERATOR],
    salt: saltOf(156),
  },
  { address: At.PERMISSIONS_ADAPTER_FACTORY, artifact: Compiled.PermissionsAdapterFactory, args: [At.OPERATOR] },
]

// A hook's permissions are the last 14 bits of its address; these salts lead to such addresses.
const hooks: Deployment[] = [
  {
    address: At.DYNAMIC_FEE_HOOK,
    artifact: `${v4Core}/DynamicFeesTestHook.sol/DynamicFeesTestHook.json`,
    salt: saltOf(6_958),
  },
  {
    address: At.FEE_TAKING_HOOK,
    artifact: `${v4Core}/FeeTakingHook.sol/FeeTakingHook.json`,
    args: [At.POOL_MANAGER],
    salt: saltOf(8_838),
  },
  {
    address: At.PERMISSIONED_HOOK,
    artifact: Compiled.PermissionedHook,
    args: [At.KYC, At.PERMISSIONED_POSITION_MANAGER],
    salt: saltOf(4_752),
  },
]

const launchpad: Deployment = {
  address: devnetLaunchpad.address,
  artifact: { abi: parseAbi(['constructor(address poolManager, address treasury)']), bytecode: launchpadBytecode },
  args: [At.POOL_MANAGER, At.TREASURY],
  salt: devnetLaunchpad.salt,
}

const feeSplitFactory: Deployment = {
  address: devnetFeeSplitFactory,
  artifact: { abi: parseAbi(['constructor(address launchpad)']), bytecode: feeSplitFactoryBytecode },
  args: [devnetLaunchpad.address],
}

const ethUsdFeed: Deployment = { address: At.ETH_USD_FEED, artifact: Compiled.TestPriceFeed }

// The code holds its arguments already.
const delegationFramework: Deployment[] = Object.entries(FRAMEWORK).map(([name, address]) => ({
  address,
  artifact: { abi: [], bytecode: delegationBytecode[name as FrameworkContract] },
  salt: DELEGATION_SALT,
}))

const orderCondition: Deployment = {
  address: ORDER_CONDITION,
  artifact: { abi: [], bytecode: ORDER_CONDITION_CODE },
}

function saltOf(number: number): Hex {
  return toHex(number, { size: 32 })
}

/** Everything that goes through the CREATE2 deployer. */
export const deployments: readonly Deployment[] = [
  weth,
  ...v2,
  ...v3,
  ...v4,
  universalRouter,
  ...tokens,
  ...hooks,
  launchpad,
  feeSplitFactory,
  ethUsdFeed,
  ...delegationFramework,
  orderCondition,
]
