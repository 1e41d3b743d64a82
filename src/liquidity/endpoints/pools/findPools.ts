import { type Address, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import { heldToken, named, type Protocol, v3Of, v4Of } from '#liquidity/deployment.ts'
import { DYNAMIC_FEE } from '#liquidity/hooks/Hooks.ts'
import { batchCalls } from '#liquidity/pools/batchCalls.ts'
import { loggedKeys, USUAL_FEES, usualKeys } from '#liquidity/pools/findKey.ts'
import { initializedKeys } from '#liquidity/pools/initializedKeys.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { type PairQuery, readPairs } from '#liquidity/pools/readPairs.ts'
import { readV3Pools, type V3Query } from '#liquidity/pools/readV3Pools.ts'
import { readV4Pools, type V4Pool } from '#liquidity/pools/readV4Pools.ts'
import { type PoolKey, poolIdOf } from '#uniswap/PoolKey.ts'
import { fromPair, fromV3, fromV4, type PoolInformation } from './PoolInformation.ts'

export type { PoolInformation }
export type Reference = { readonly protocol: Protocol; readonly chainId: number; readonly identifier: string }
type Parameters = {
  tokenAddressA: Address
  tokenAddressB: Address
  fee?: number | undefined
  tickSpacing?: number | undefined
  hookAddress?: Address | undefined
}

const NO_WALLET = { wallet: zeroAddress, tokens: [] }
/** Fees of v3 pools in addition to the usual four. */
const FURTHER_V3_FEES = [200, 300, 400, 2500]
/** More pools than this exceed the result size of a lens, so they are sent as several calls of one batch. */
const POOLS_PER_CALL = 30

/** The pools that references of one chain and protocol lead to. */
export function readPools(chain: Chain, references: readonly Reference[]): Promise<PoolInformation[]> {
  const protocol = references[0]?.protocol ?? 'V4'
  const identifiers = references.map(({ identifier }) => identifier)
  if (protocol === 'V4') return readIds(chain, identifiers.map(asId))
  const addresses = identifiers.map(asAddress)
  if (protocol === 'V3')
    return readV3(
      chain,
      addresses.map((pool) => ({ pool })),
    )
  return readV2(
    chain,
    addresses.map((pair) => ({ pair })),
  )
}

/** Pools, and the reason why some may be missing. */
export type FoundPools = { readonly pools: readonly PoolInformation[]; readonly incomplete?: string }

/** The pools of two tokens, narrowed by what else is known of them. */
export async function findPools(chain: Chain, protocol: Protocol, parameters: Parameters): Promise<FoundPools> {
  const a = heldToken(chain.facts, protocol, parameters.tokenAddressA)
  const b = heldToken(chain.facts, protocol, parameters.tokenAddressB)
  const [token0, token1] = a.toLowerCase() < b.toLowerCase() ? [a, b] : [b, a]
  if (protocol === 'V2') return { pools: await readV2(chain, [{ tokens: [token0, token1] }]) }
  if (protocol === 'V3') {
    const fees =
      parameters.fee === undefined ? [...USUAL_FEES.map(([fee]) => fee), ...FURTHER_V3_FEES] : [parameters.fee]
    const found = await readV3(
      chain,
      fees.map((fee) => ({ token0, token1, fee })),
    )
    return { pools: found.filter(({ tickSpacing }) => tickSpacing === (parameters.tickSpacing ?? tickSpacing)) }
  }
  return findV4(chain, { currency0: token0, currency1: token1 }, parameters)
}

// A complete key needs no search; otherwise the usual keys and those in the chain's logs are read.
async function findV4(
  chain: Chain,
  pair: Pick<PoolKey, 'currency0' | 'currency1'>,
  parameters: Parameters,
): Promise<FoundPools> {
  const { fee, tickSpacing, hookAddress } = parameters
  const usual = [...keysOf(pair, parameters), ...knownKeys(chain, pair, parameters)]
  if (fee !== undefined && tickSpacing !== undefined && hookAddress !== undefined) {
    return { pools: await readKeys(chain, usual) }
  }
  const { keys, incomplete } = await initializedKeys(chain, v4Of(chain.facts), [pair.currency0, pair.currency1])
  const logged = keys.filter((key) => fits(key, parameters))
  return { pools: await readKeys(chain, [...usual, ...logged]), ...(incomplete && { incomplete }) }
}

function fits(key: PoolKey, { fee, tickSpacing, hookAddress }: Parameters): boolean {
  return (
    key.fee === (fee ?? key.fee) &&
    key.tickSpacing === (tickSpacing ?? key.tickSpacing) &&
    key.hooks === (hookAddress ?? key.hooks)
  )
}

// Pools of known hooks are found without logs, so a flood of other pools cannot hide them.
function knownKeys(
  chain: Chain,
  { currency0, currency1 }: Pick<PoolKey, 'currency0' | 'currency1'>,
  parameters: Parameters,
): PoolKey[] {
  return usualKeys(chain, [currency0, currency1]).filter((key) => fits(key, parameters))
}

// Without a fee the usual ones are tried, and with a hook the dynamic one too; a fee alone implies its usual spacing.
function keysOf(
  pair: Pick<PoolKey, 'currency0' | 'currency1'>,
  { fee, tickSpacing, hookAddress }: Parameters,
): PoolKey[] {
  const hooks = hookAddress ?? zeroAddress
  if (fee !== undefined && tickSpacing !== undefined) return [{ ...pair, fee, tickSpacing, hooks }]
  const dynamic = hooks === zeroAddress ? [] : USUAL_FEES.map(([, spacing]) => [DYNAMIC_FEE, spacing] as const)
  return [...USUAL_FEES, ...dynamic]
    .filter(([usualFee, spacing]) => usualFee === (fee ?? usualFee) && spacing === (tickSpacing ?? spacing))
    .map(([usualFee, spacing]) => ({ ...pair, fee: usualFee, tickSpacing: spacing, hooks }))
}

async function readV2(chain: Chain, queries: readonly PairQuery[]): Promise<PoolInformation[]> {
  const { v2 } = chain.facts.uniswap
  if (!v2) throw notDeployed(chain)
  const read = chunked(chain, queries, (joint, part) =>
    readPairs(joint, v2.factory, { queries: part, watch: NO_WALLET }),
  )
  return (await read).flatMap(({ items }) => items).flatMap((pair) => (pair ? [fromPair(chain.id, pair)] : []))
}

async function readV3(chain: Chain, queries: readonly V3Query[]): Promise<PoolInformation[]> {
  const { factory } = v3Of(chain.facts)
  const read = chunked(chain, queries, (joint, part) =>
    readV3Pools(joint, factory, { queries: part, watch: NO_WALLET }),
  )
  return (await read).flatMap(({ items }) => items).flatMap((pool) => fromV3(chain.id, pool) ?? [])
}

async function readKeys(chain: Chain, keys: readonly PoolKey[]): Promise<PoolInformation[]> {
  if (keys.length === 0) return []
  const byId = new Map(keys.map((key) => [poolIdOf(key), key]))
  return readIds(chain, [...byId.keys()], byId)
}

async function readIds(
  chain: Chain,
  ids: readonly Hex[],
  keys?: ReadonlyMap<Hex, PoolKey>,
): Promise<PoolInformation[]> {
  const contracts = v4Of(chain.facts)
  const tokens = [...new Set([...(keys?.values() ?? [])].flatMap(({ currency0, currency1 }) => [currency0, currency1]))]
  const watch = { wallet: zeroAddress, tokens }
  const snapshots = await chunked(chain, ids, (joint, part) => readV4Pools(joint, contracts, { ids: part, watch }))
  const live = snapshots.flatMap(({ items }) => items).filter(({ sqrtRatioX96 }) => sqrtRatioX96 > 0n)
  const logged = await readLogged(
    chain,
    live.filter(({ id, key }) => !key && !keys?.has(id)),
  )
  const holdings = [...snapshots.flatMap((snapshot) => snapshot.holdings), ...logged.holdings]
  return live.flatMap((pool) => {
    const key = pool.key ?? keys?.get(pool.id) ?? logged.keys.get(pool.id)
    return fromV4(chain.id, { ...pool, key }, holdings) ?? []
  })
}

// A pool without a mint through a position manager is known by its log, which has no token metadata.
async function readLogged(chain: Chain, pools: readonly V4Pool[]) {
  if (pools.length === 0) return { keys: new Map<Hex, PoolKey>(), holdings: [] }
  const ids = pools.map(({ id }) => id)
  const keys = await loggedKeys(chain, v4Of(chain.facts), ids)
  const tokens = [...new Set([...keys.values()].flatMap(({ currency0, currency1 }) => [currency0, currency1]))]
  const read = await chunked(chain, tokens, (joint, part) => readHoldings(joint, { wallet: zeroAddress, tokens: part }))
  return { keys, holdings: read.flatMap((snapshot) => snapshot.holdings) }
}

function chunked<Query, Result>(
  chain: Chain,
  queries: readonly Query[],
  read: (joint: Chain, part: Query[]) => Promise<Result>,
): Promise<Result[]> {
  const joint = batchCalls(chain)
  const parts = Array.from({ length: Math.ceil(queries.length / POOLS_PER_CALL) }, (_, index) =>
    queries.slice(index * POOLS_PER_CALL, (index + 1) * POOLS_PER_CALL),
  )
  return Promise.all(parts.map((part) => read(joint, part)))
}

function asId(identifier: string): Hex {
  if (identifier.length === 66) return identifier.toLowerCase() as Hex
  throw badReference(identifier, 'a V4 pool id of 32 bytes')
}

function asAddress(identifier: string): Address {
  if (identifier.length === 42) return toAddress(identifier)
  throw badReference(identifier, 'an address')
}

function badReference(identifier: string, expected: string): ApiError {
  return new ApiError('invalid_argument', `referenceIdentifier ${identifier} must be ${expected}.`, {
    details: [{ type: 'field', value: 'poolReferences' }],
  })
}

function notDeployed({ facts }: Chain): ApiError {
  return new ApiError('failed_precondition', `V2 is not deployed on ${named(facts)}. Use V3 or V4 there.`, {
    details: [
      { type: 'protocol', value: 'V2' },
      { type: 'chainId', value: String(facts.id) },
    ],
  })
}
