import type { Address, Hex } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { devnetFeeSplitFactory, devnetLaunchpad } from '#launchpad/contract/launchpad.generated.ts'
import { MNEMONIC } from './accounts.ts'
import * as At from './addresses.ts'
import * as Pool from './Pool.ts'
import { poolSeeds } from './poolSeeds.ts'
import { type Token, tokens } from './tokens.ts'

/** A pool as devnet.json lists it; `token0` is the zero address where it is native ETH. */
export type DescribedPool = {
  protocol: 'V2' | 'V3' | 'V4'
  /** The pool's address on v2 and v3, its id on v4. */
  reference: Hex
  token0: Address
  token1: Address
  /** In hundredths of a basis point; 8388608 if a hook sets it. */
  fee: number
  /** Zero on v2, which has no ticks. */
  tickSpacing: number
  hooks?: Address
}

/** The content of devnet.json. */
export type Description = {
  chainId: number
  rpcUrl: string
  mnemonic: string
  contracts: typeof contracts
  tokens: readonly Token[]
  pools: readonly DescribedPool[]
}

const contracts = {
  create2Deployer: At.CREATE2_DEPLOYER,
  multicall3: At.MULTICALL3,
  permit2: At.PERMIT2,
  weth: At.WETH,
  v2Factory: At.V2_FACTORY,
  v2Router: At.V2_ROUTER,
  v3Factory: At.V3_FACTORY,
  v3PositionManager: At.V3_POSITION_MANAGER,
  v3Migrator: At.V3_MIGRATOR,
  v3SwapRouter: At.V3_SWAP_ROUTER,
  v3Quoter: At.V3_QUOTER,
  v3TickLens: At.V3_TICK_LENS,
  v4PoolManager: At.POOL_MANAGER,
  v4PositionManager: At.POSITION_MANAGER,
  v4PermissionedPositionManager: At.PERMISSIONED_POSITION_MANAGER,
  v4StateView: At.STATE_VIEW,
  v4Quoter: At.QUOTER,
  universalRouter: At.UNIVERSAL_ROUTER,
  permissionsAdapterFactory: At.PERMISSIONS_ADAPTER_FACTORY,
  launchpad: devnetLaunchpad.address as Address,
  feeSplitFactory: devnetFeeSplitFactory as Address,
  ethUsdFeed: At.ETH_USD_FEED,
  delegationManager: FRAMEWORK.DelegationManager,
  delegationAccount: FRAMEWORK.EIP7702StatelessDeleGator,
}

export function describe(rpcUrl: string): Description {
  const pools = poolSeeds.map(Pool.fromSeed).map(describePool)
  return { chainId: LAUNCH_CHAIN_ID, rpcUrl, mnemonic: MNEMONIC, contracts, tokens, pools }
}

function describePool(pool: Pool.Pool): DescribedPool {
  const { protocol, token0, token1, fee, tickSpacing, hooks } = pool
  return { protocol, reference: Pool.reference(pool), token0, token1, fee, tickSpacing, ...(hooks && { hooks }) }
}
