import type { Address } from 'viem'
import type { ChainId } from '#core/wire.ts'

/** Where Uniswap stands on a chain. A missing part is not deployed there. */
export type Deployment = {
  v2?: {
    factory: Address
    /** Without a router pairs can be read but liquidity can neither be added nor removed. */
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
    /** Where the factory is known ahead of that call. */
    permissionsAdapterFactory?: Address
  }
  /** From 2.1 on a v4 swap carries `minHopPriceX36` before its hook data. */
  universalRouter?: { address: Address; version: '1.2' | '2.0' | '2.1' }
}

/** A token that may be held only after a check of identity, and where its holder passes that check. */
export type KycToken = { chainId: number; token: Address; kycUrl: string; allow?: readonly Address[] }

/** What is known of a chain without asking it. */
export type ChainFacts = {
  id: ChainId
  /** The enum name that stands for the id in permit payloads. */
  enumName: string
  name: string
  isTestnet: boolean
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /**
   * How the native currency behaves: `native` as everywhere; `erc20` where one balance is also an ERC-20 at
   * `nativeErc20`; `none` where there is none, gas is paid in a token and balances of it mean nothing.
   */
  nativeKind: 'native' | 'erc20' | 'none'
  /** Whether v4 pools can hold the native currency itself. */
  isNativeInV4: boolean
  /** The ERC-20 face of the native currency; its decimals may differ from the native ones. */
  nativeErc20?: Address
  /** Absent where no wrapped form exists. */
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
  /** What is paid for data beside execution: `opstack` a fee in wei, `arbitrum` gas that estimates already hold. */
  dataFee: 'opstack' | 'arbitrum' | 'none'
  /** True where the whole gas limit is charged, not the gas used. */
  chargesGasLimit: boolean
  /** False where the chain runs another machine than the EVM, so that code cannot be put in an account for a call. */
  hasStateOverrides: boolean
  kycTokens: readonly KycToken[]
  /** Hooks of v4 pools that are looked for by name, whatever the chain's logs tell. */
  knownHooks: readonly Address[]
}

/** How long a read of changing state may be reused. */
export function stateLifetimeMs(facts: Pick<ChainFacts, 'blockTimeMs'>): number {
  return Math.min(facts.blockTimeMs, 1000)
}

/** Every contract the chain is expected to carry, by name. */
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
