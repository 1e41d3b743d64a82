import type { Address } from 'viem'
import type { ChainId } from '#core/wire.ts'

/** Uniswap's contracts on a chain. A missing part is not deployed there. */
export type Deployment = {
  v2?: {
    factory: Address
    /** Without a router, pairs can be read but liquidity can be neither added nor removed. */
    router?: Address
  }
  v3?: {
    factory: Address
    positionManager: Address
    /** V3Migrator: v2 liquidity into a v3 position. */
    migrator?: Address
    /** QuoterV2. */
    quoter?: Address
    tickLens?: Address
    swapRouter02?: Address
  }
  v4?: {
    poolManager: Address
    positionManager: Address
    stateView: Address
    quoter: Address
    /** Position manager for pools of permissioned tokens; its `PERMISSIONS_ADAPTER_FACTORY()` names the factory. */
    permissionedPositionManager?: Address
    /** Set if the factory is known without that call. */
    permissionsAdapterFactory?: Address
  }
  /** From 2.1.1 on, a v4 swap has `minHopPriceX36` before its hook data. */
  universalRouter?: { address: Address; version: '1.2' | '2.0' | '2.1.0' | '2.1.1' }
}

/** A token that requires an identity check, and the URL of that check. */
export type KycToken = { chainId: number; token: Address; kycUrl: string; allow?: readonly Address[] }

/** Static facts about a chain. */
export type ChainFacts = {
  id: ChainId
  /** The name that replaces the id in permit payloads. */
  enumName: string
  name: string
  isTestnet: boolean
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /**
   * `native`: an ordinary native currency. `erc20`: its balance is also an ERC-20 at `nativeErc20`. `none`: gas is paid in a
   * token, and native balances are meaningless.
   */
  nativeKind: 'native' | 'erc20' | 'none'
  /** Whether v4 pools can hold the native currency itself. */
  isNativeInV4: boolean
  /** The ERC-20 form of the native currency; its decimals may differ. */
  nativeErc20?: Address
  /** Absent if no wrapped form exists. */
  wrappedNative?: Address
  blockTimeMs: number
  /** A newest block older than this means that its provider has stopped following the chain. */
  headAgeMaxMs: number
  /** The highest plausible gas price: a base fee above it is refused, and tips are bounded by a share of it. */
  gasPriceMaxGwei: number
  rpcUrls: readonly string[]
  explorerUrl?: string
  uniswap: Deployment
  permit2: Address
  multicall3: Address
  feeModel: 'eip1559' | 'legacy'
  /** The charge for transaction data: `opstack` a fee in wei, `arbitrum` gas that estimates already include. */
  dataFee: 'opstack' | 'arbitrum' | 'none'
  /** Whether the gas limit is charged instead of the gas used. */
  chargesGasLimit: boolean
  /** False if `eth_call` cannot override an account's code, as on ZKsync's VM. */
  hasStateOverrides: boolean
  kycTokens: readonly KycToken[]
  /** Hooks whose v4 pools are found without the chain's logs. */
  knownHooks: readonly Address[]
  /** Tokens that the operator lists as trusted: no transfer fee, no rebase. */
  listedTokens: readonly Address[]
  /** Widely held tokens by symbol. Others that look like them are lookalikes. */
  wellKnownTokens: Readonly<Record<string, Address>>
  /** Whether the operator runs the node, so that its answers need no second opinion. */
  isOwnNode: boolean
}

/** How long a read of changing state may be cached. */
export function stateLifetimeMs(facts: Pick<ChainFacts, 'blockTimeMs'>): number {
  return Math.min(facts.blockTimeMs, 1000)
}

/** Every contract expected on the chain, by name. */
export function contracts(facts: ChainFacts): Record<string, Address> {
  const { v2, v3, v4 } = facts.uniswap
  const named: [string, Address | undefined][] = [
    ['multicall3', facts.multicall3],
    ['permit2', facts.permit2],
    ['wrappedNative', facts.wrappedNative],
    ['v2.factory', v2?.factory],
    ['v2.router', v2?.router],
    ['v3.factory', v3?.factory],
    ['v3.positionManager', v3?.positionManager],
    ['v4.poolManager', v4?.poolManager],
    ['v4.positionManager', v4?.positionManager],
    ['v4.stateView', v4?.stateView],
    ['v4.quoter', v4?.quoter],
  ]
  return Object.fromEntries(named.filter((entry): entry is [string, Address] => entry[1] !== undefined))
}
