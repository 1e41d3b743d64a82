import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { hookWarnings, permissionWarnings } from '#liquidity/answer/poolWarnings.ts'
import { tokenWarnings } from '#liquidity/answer/tokenWarnings.ts'
import { requireTokens } from '#liquidity/checks/requireTokens.ts'
import { taxWarnings } from '#liquidity/checks/transferTax.ts'
import type { Protocol } from '#liquidity/deployment.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { readPairs } from '#liquidity/pools/readPairs.ts'
import type { Holding, Token } from '#liquidity/pools/Snapshot.ts'
import { type FoundPools, findPools, type PoolInformation, readPools } from './findPools.ts'

/** A pool of any protocol, its tokens named. */
export type NamedPool = PoolInformation & { token0: Token; token1: Token; warnings: readonly Warning[] }
type Incomplete = { protocol: Protocol; reason: string }
export type Search = { tokens: readonly Token[]; pools: readonly NamedPool[]; incomplete: readonly Incomplete[] }

const PROTOCOLS = ['V2', 'V3', 'V4'] as const
const ID_LENGTH = 66

/** The pool behind an address or an id; the chain decides its protocol. */
export async function searchByReference(chain: Chain, identifier: string): Promise<Search> {
  const candidates = identifier.length === ID_LENGTH ? (['V4'] as const) : (['V2', 'V3'] as const)
  const found = await Promise.all(candidates.map((protocol) => byReference(chain, protocol, identifier)))
  const pools = found.flat()
  const tokens = pools.flatMap(({ tokenAddressA, tokenAddressB }) => [tokenAddressA, tokenAddressB])
  const holdings = await holdingsOf(chain, tokens)
  return { tokens: holdings.map(({ token }) => token), pools: await nameAll(chain, pools, holdings), incomplete: [] }
}

/** Every pool of two tokens, most liquidity first. On v4 both native currency and its wrapped form are searched. */
export async function searchByTokens(chain: Chain, tokens: readonly [Address, Address]): Promise<Search> {
  const queries = PROTOCOLS.flatMap((protocol) => formsOf(chain, protocol, tokens).map((pair) => ({ protocol, pair })))
  const found = await Promise.all(queries.map(({ protocol, pair }) => byTokens(chain, protocol, pair)))
  const pools = found.flatMap((part) => part.pools)
  const incomplete = found.flatMap((part, index) => {
    const protocol = queries[index]?.protocol
    return part.incomplete !== undefined && protocol ? [{ protocol, reason: part.incomplete }] : []
  })
  const held = pools.flatMap(({ tokenAddressA, tokenAddressB }) => [tokenAddressA, tokenAddressB])
  const holdings = await holdingsOf(chain, [...tokens, ...held])
  requireTokens(chain.facts, holdings)
  const named = await nameAll(chain, pools, holdings)
  return {
    tokens: holdings.slice(0, new Set(tokens).size).map(({ token }) => token),
    pools: named.sort((a, b) => Number(BigInt(b.poolLiquidity) - BigInt(a.poolLiquidity))),
    incomplete,
  }
}

async function byReference(chain: Chain, protocol: Protocol, identifier: string): Promise<PoolInformation[]> {
  const reference = { protocol, chainId: chain.id, identifier }
  return readPools(chain, [reference]).catch(asAbsent)
}

async function byTokens(chain: Chain, protocol: Protocol, [a, b]: readonly [Address, Address]): Promise<FoundPools> {
  return findPools(chain, protocol, { tokenAddressA: a, tokenAddressB: b }).catch((error) => ({
    pools: asAbsent(error),
  }))
}

// A protocol that cannot hold a token, or is not deployed, has no pools.
function asAbsent(error: unknown): PoolInformation[] {
  if (error instanceof ApiError && error.code === 'failed_precondition') return []
  throw error
}

function formsOf({ facts }: Chain, protocol: Protocol, [a, b]: readonly [Address, Address]): [Address, Address][] {
  const wrapped = facts.wrappedNative
  const isNative = (token: Address) => token === zeroAddress || token === wrapped
  const other = [a, b].find((token) => !isNative(token))
  if (protocol !== 'V4' || !wrapped || !other || !(isNative(a) || isNative(b))) return [[a, b]]
  return [
    [zeroAddress, other],
    [wrapped, other],
  ]
}

async function holdingsOf(chain: Chain, tokens: readonly Address[]): Promise<readonly Holding[]> {
  const all = [...new Set(tokens)]
  if (all.length === 0) return []
  return (await readHoldings(chain, { wallet: zeroAddress, tokens: all, followsPermissions: true })).holdings
}

async function nameAll(
  chain: Chain,
  pools: readonly PoolInformation[],
  holdings: readonly Holding[],
): Promise<NamedPool[]> {
  const tokens = holdings.map(({ token }) => token)
  const [taxes, lookalikes] = await Promise.all([taxesOf(chain, pools), lookalikesOf(chain, tokens)])
  return pools.map((pool) => {
    const sides = [pool.tokenAddressA, pool.tokenAddressB].map((token) => holdingOf(holdings, token))
    const barred = sides.filter(({ isPermissioned }) => isPermissioned).map(({ token }) => token)
    const [first, second] = sides
    const warnings = [
      ...sides.flatMap(({ token }) => lookalikes.get(token.address) ?? []),
      ...(taxes.get(pool.poolReferenceIdentifier) ?? []),
      ...permissionWarnings(barred),
      ...hookWarnings({ hooks: pool.hookAddress, fee: pool.fee }),
    ]
    return { ...pool, token0: first?.token as Token, token1: second?.token as Token, warnings }
  })
}

async function lookalikesOf(chain: Chain, tokens: readonly Token[]): Promise<ReadonlyMap<Address, readonly Warning[]>> {
  const found = tokens.map(async (token) => [token.address, (await tokenWarnings(chain, [token])).lookalikes] as const)
  return new Map(await Promise.all(found))
}

function holdingOf(holdings: readonly Holding[], address: Address): Holding {
  const known = holdings.find(({ token }) => token.address === address)
  if (!known) throw new Error(`The token ${address} of a pool was not read.`)
  return known
}

/** The transfer fees of v2 pairs' tokens, measured by a flash loan from the pair. */
async function taxesOf(chain: Chain, pools: readonly PoolInformation[]): Promise<ReadonlyMap<string, Warning[]>> {
  const { v2 } = chain.facts.uniswap
  const pairs = pools.filter(({ poolProtocol }) => poolProtocol === 'V2')
  if (!v2 || pairs.length === 0) return new Map()
  const queries = pairs.map(({ poolReferenceIdentifier }) => ({ pair: poolReferenceIdentifier as Address }))
  const { items } = await readPairs(chain, v2.factory, { queries, watch: { wallet: zeroAddress, tokens: [] } })
  return new Map(
    items.flatMap((pair) =>
      pair ? [[pair.address, taxWarnings([pair.token0, pair.token1], [pair.arriving0, pair.arriving1])] as const] : [],
    ),
  )
}
