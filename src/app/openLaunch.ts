import type { AuditLog } from '#core/AuditLog.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Operation } from '#core/Operation.ts'
import type { Redeem } from '#core/Redeem.ts'
import type { Attest } from '#core/Statement.ts'
import { toAddress } from '#core/wire.ts'
import type { LaunchContracts } from '#explain/Context.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { createLaunchpad, type Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Live } from '#live/createLive.ts'
import { createMandates, type Mandates } from '#mandates/createMandates.ts'
import { launchpadGauges } from './launchpadGauges.ts'
import { publicRpcUrl, shareOperations } from './openSite.ts'
import type { Resources } from './Resources.ts'

type LaunchModules = { live: Live; audit: AuditLog; attest: Attest }

type Launch = {
  launchpad: Launchpad | undefined
  redeem: Redeem | undefined
  operations: Operation[]
  start(): void
}

/** The launchpad, the mandates and orders for it, and the operations of all with the share images of tokens. */
export function openLaunch(resources: Resources, modules: LaunchModules, owned: AsyncDisposableStack): Launch {
  const mandates = openMandates(resources, modules)
  const redeem = mandates?.redeem
  const launchpad = openLaunchpad(resources, { ...modules, redeem })
  if (!launchpad || !mandates) return { launchpad, redeem, operations: [], start() {} }
  owned.use(launchpad)
  owned.use(mandates)
  const { operations } = launchpad
  return {
    launchpad,
    redeem,
    operations: [...operations, ...mandates.operations, ...shareOperations(resources, operations)],
    start() {
      launchpad.start()
      mandates.start()
    },
  }
}

/** The contracts of the launchpad, where it is served. */
export function launchContracts({ config, devnet }: Resources): LaunchContracts | undefined {
  const address = devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY
  if (!address) return undefined
  const launchpad = toAddress(address)
  return { launchpad, feeSplitFactory: feeSplitFactoryOf(launchpad) }
}

/** Undefined without a launch contract, which mandates are for. */
function openMandates(resources: Resources, { attest, live }: LaunchModules): Mandates | undefined {
  const launchpad = launchContracts(resources)?.launchpad
  const chain = resources.chains.get(LAUNCH_CHAIN_ID)
  const { v2, v3, v4, universalRouter } = chain.facts.uniswap
  const positions = { positionManager: v3?.positionManager, v4PositionManager: v4?.positionManager }
  const pairs = { v2Router: v2?.router, v2Factory: v2?.factory }
  const prices = { v3Factory: v3?.factory, v4StateView: v4?.stateView, v4Quoter: v4?.quoter }
  const swaps = { universalRouter: universalRouter?.address }
  const { database } = resources
  return (
    launchpad &&
    createMandates({
      chain,
      targets: { launchpad, ...positions, ...pairs, ...prices, ...swaps },
      attest,
      live,
      database,
    })
  )
}

/** Undefined without a launch contract: nothing is indexed, and the launchpad's paths are not served. */
function openLaunchpad(
  resources: Resources,
  { live, audit, attest, redeem }: LaunchModules & { redeem: Redeem | undefined },
): Launchpad | undefined {
  const { config, database, chains, devnet, metrics, logs, now } = resources
  const address = launchContracts(resources)?.launchpad
  if (!address) return undefined
  const chain = chains.get(LAUNCH_CHAIN_ID)
  const launchpad = createLaunchpad({
    database,
    chain,
    live,
    audit,
    attest,
    redeem,
    factory: {
      address,
      startBlock: devnet ? 0 : config.LAUNCH_FACTORY_BLOCK,
      chainId: LAUNCH_CHAIN_ID,
    },
    config: {
      baseUrl: config.baseUrl,
      // The live chain's explorer does not show the development chain, which has the same id.
      explorerUrl: devnet ? null : config.EXPLORER_URL,
      rpcUrl: devnet?.rpcUrl ?? publicRpcUrl(),
      chainPrefix: config.CHAIN_PREFIX,
      isDevnet: devnet !== undefined,
      usdFeed: usdFeedOf(resources),
      listed: [...(devnet?.description.tokens.map(({ symbol }) => symbol) ?? []), ...(config.LISTED_TOKENS ?? [])],
    },
    now,
    log: logs.log,
  })
  launchpadGauges(metrics, launchpad)
  return launchpad
}

/** Without a feed there are no dollars. */
function usdFeedOf({ config, devnet }: Resources) {
  const address = devnet?.description.contracts.ethUsdFeed ?? config.ETH_USD_FEED
  return address ? { address: toAddress(address), maxAgeSeconds: config.ETH_USD_MAX_AGE_SECONDS } : undefined
}
