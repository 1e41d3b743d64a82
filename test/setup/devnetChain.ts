import type { Chain } from '#chain/Chain.ts'
import { type ChainsOptions, createChains, type DeploymentOverride } from '#chain/createChains.ts'
import type { Description } from '#devnet/describe.ts'

/** The development chain's own deployment, in place of the public one of chain 4663. */
export function devnetDeployment({ contracts: at }: Pick<Description, 'contracts'>): DeploymentOverride {
  return {
    wrappedNative: at.weth,
    permit2: at.permit2,
    multicall3: at.multicall3,
    uniswap: {
      v2: { factory: at.v2Factory, router: at.v2Router },
      v3: {
        factory: at.v3Factory,
        positionManager: at.v3PositionManager,
        migrator: at.v3Migrator,
        quoter: at.v3Quoter,
        tickLens: at.v3TickLens,
      },
      v4: {
        poolManager: at.v4PoolManager,
        positionManager: at.v4PositionManager,
        stateView: at.v4StateView,
        quoter: at.v4Quoter,
        permissionedPositionManager: at.v4PermissionedPositionManager,
        permissionsAdapterFactory: at.permissionsAdapterFactory,
      },
      universalRouter: { address: at.universalRouter, version: '2.1' },
    },
  }
}

/** Chain 4663 as served by a development chain, or by something that stands before it at `url`. */
export function openDevnetChain(
  description: Description,
  { url = description.rpcUrl, ...options }: ChainsOptions & { url?: string } = {},
): Chain & Disposable {
  const deployments = { 4663: devnetDeployment(description) }
  const chains = createChains({ rpcUrls: { 4663: [url] }, deployments, ...options })
  return { ...chains.get(4663), [Symbol.dispose]: chains.close }
}
