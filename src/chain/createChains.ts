import type { Address } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import type { Chain, ChainHealth } from './Chain.ts'
import type { ChainFacts, KycToken } from './ChainFacts.ts'
import * as ChainState from './ChainState.ts'
import { CHAINS } from './chains.ts'
import { createChain } from './createChain.ts'
import type { Clock } from './Provider.ts'

const systemClock: Clock = { now: () => performance.now(), date: Date.now, random: Math.random }

/** Replaces the public deployment completely, so that no public address remains. */
export type DeploymentOverride = Pick<ChainFacts, 'uniswap'> &
  Partial<
    Pick<
      ChainFacts,
      | 'name'
      | 'wrappedNative'
      | 'explorerUrl'
      | 'permit2'
      | 'multicall3'
      | 'feeModel'
      | 'blockTimeMs'
      | 'headAgeMaxMs'
      | 'knownHooks'
      | 'listedTokens'
      | 'isOwnNode'
    >
  >

export type ChainsOptions = {
  /** Replace the public endpoints; in order of preference. */
  rpcUrls?: Partial<Record<number, readonly string[]>>
  deployments?: Partial<Record<number, DeploymentOverride>>
  kycTokens?: readonly KycToken[]
  knownHooks?: Partial<Record<number, readonly Address[]>>
  listedTokens?: Partial<Record<number, readonly Address[]>>
  /** Time limit of one operation, including retries and other providers. */
  deadlineMs?: number
  clock?: Clock
}

export type Chains = {
  /** Throws `invalid_argument` for an unsupported chain. */
  get(chainId: number): Chain
  facts: readonly ChainFacts[]
  /** Health of the chains in use; sends no request. */
  health(): ChainHealth[]
  /** Stops watches and closes connections. */
  close(): void
}

/** The supported chains; each is opened with its first use. */
export function createChains(options: ChainsOptions = {}): Chains {
  const { deadlineMs = 4000, clock = systemClock } = options
  const facts = CHAINS.map((chain) => override(chain, options))
  const open = new Map<number, { state: ChainState.ChainState; chain: Chain }>()
  function get(chainId: number): Chain {
    const known = open.get(chainId)
    if (known) return known.chain
    const state = ChainState.create(facts.find(({ id }) => id === chainId) ?? refuse(chainId), { clock, deadlineMs })
    const chain = createChain(state)
    open.set(chainId, { state, chain })
    return chain
  }
  return {
    get,
    facts,
    health: () => [...open.values()].map(({ chain }) => chain.health()),
    close: () => {
      for (const { state } of open.values()) ChainState.close(state)
    },
  }
}

function override(facts: ChainFacts, options: ChainsOptions): ChainFacts {
  const { rpcUrls, deployments, kycTokens = [], knownHooks, listedTokens } = options
  const { wrappedNative, explorerUrl, ...rest } = facts
  const deployment = deployments?.[facts.id]
  const base = deployment ? { ...rest, wellKnownTokens: {}, ...deployment } : facts
  return {
    ...base,
    rpcUrls: rpcUrls?.[facts.id] ?? facts.rpcUrls,
    kycTokens: kycTokens.filter(({ chainId }) => chainId === facts.id).map(checksummed),
    knownHooks: knownHooks?.[facts.id]?.map(toAddress) ?? base.knownHooks,
    listedTokens: listedTokens?.[facts.id]?.map(toAddress) ?? base.listedTokens,
  }
}

function checksummed({ token, allow, ...rest }: KycToken): KycToken {
  return { ...rest, token: toAddress(token), ...(allow && { allow: allow.map(toAddress) }) }
}

function refuse(chainId: number): never {
  const supported = CHAINS.map(({ id }) => id).join(', ')
  throw new ApiError('invalid_argument', `Chain ${chainId} is not supported. Send one of ${supported}.`, {
    details: [{ type: 'field', value: 'chainId' }],
  })
}
