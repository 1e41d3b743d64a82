import type { DeploymentOverride } from '#chain/createChains.ts'
import type { Description } from '#devnet/describe.ts'

/** The contracts of the embedded chain as an override of the public addresses of chain 4663. */
export function devnetDeployment({ contracts, tokens }: Description): DeploymentOverride {
  return {
    name: 'Robinhood Chain devnet',
    wrappedNative: contracts.weth,
    permit2: contracts.permit2,
    multicall3: contracts.multicall3,
    knownHooks: [contracts.launchpad],
    // It mines a block when a transaction arrives, and only then.
    headAgeMaxMs: Number.POSITIVE_INFINITY,
    isOwnNode: true,
    listedTokens: tokens
      .filter(({ kind }) => kind === 'standard' || kind === 'usdt-like')
      .map(({ address }) => address),
    uniswap: {
      v2: { factory: contracts.v2Factory, router: contracts.v2Router },
      v3: {
        factory: contracts.v3Factory,
        positionManager: contracts.v3PositionManager,
        migrator: contracts.v3Migrator,
        quoter: contracts.v3Quoter,
        tickLens: contracts.v3TickLens,
      },
      v4: {
        poolManager: contracts.v4PoolManager,
        positionManager: contracts.v4PositionManager,
        stateView: contracts.v4StateView,
        quoter: contracts.v4Quoter,
        permissionedPositionManager: contracts.v4PermissionedPositionManager,
        permissionsAdapterFactory: contracts.permissionsAdapterFactory,
      },
      universalRouter: { address: contracts.universalRouter, version: '2.1.0' },
    },
  }
}
