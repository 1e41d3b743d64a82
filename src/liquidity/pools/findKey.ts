import { type Address, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import type { V4Deployment } from '#liquidity/deployment.ts'
import { type PoolKey, poolIdOf } from '#uniswap/PoolKey.ts'
import { isLogRefusal } from './isLogRefusal.ts'

// Initialize(bytes32 indexed id, address indexed currency0, address indexed currency1, uint24, int24, address, uint160, int24)
export const INITIALIZE = '0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438'

/** The usual pairs of fee and tick spacing. */
export const USUAL_FEES: readonly (readonly [fee: number, tickSpacing: number])[] = [
  [100, 1],
  [500, 10],
  [3000, 60],
  [10_000, 200],
]

/** The key of an id that no position manager knows: a usual one, or the one in the pool's Initialize log. */
export async function findKey(
  chain: Chain,
  deployment: V4Deployment,
  { id, tokens }: { id: Hex; tokens: readonly [Address, Address] },
): Promise<PoolKey | undefined> {
  const usual = usualKeys(chain, tokens).find((key) => poolIdOf(key) === id)
  return usual ?? (await loggedKeys(chain, deployment, [id])).get(id)
}

/** The keys in the Initialize logs of these pools, by one query. Without logs they stay unknown. */
export async function loggedKeys(
  chain: Chain,
  { poolManager }: V4Deployment,
  ids: readonly Hex[],
): Promise<ReadonlyMap<Hex, PoolKey>> {
  let query: Promise<PoolKey[]> | undefined
  const found = ids.map((id) =>
    chain
      .forever(`v4 key ${id}`, async () => {
        query ??= findInitializations(chain, poolManager, ids)
        const key = (await query).find((candidate) => poolIdOf(candidate) === id)
        if (key) return key
        throw new ApiError('not_found', `The key of pool ${id} was not found.`)
      })
      .catch(asUnknown),
  )
  const keys = await Promise.all(found)
  return new Map(keys.flatMap((key) => (key ? [[poolIdOf(key), key] as const] : [])))
}

function asUnknown(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}

/** The usual keys of two tokens, without a hook or with a known one. */
export function usualKeys({ facts }: Chain, [a, b]: readonly [Address, Address]): PoolKey[] {
  const [currency0, currency1] = a.toLowerCase() < b.toLowerCase() ? [a, b] : [b, a]
  return [zeroAddress, ...facts.knownHooks].flatMap((hooks) =>
    USUAL_FEES.map(([fee, tickSpacing]) => ({ currency0, currency1, fee, tickSpacing, hooks })),
  )
}

export type InitializeLog = { topics: Hex[]; data: Hex }

// A node may ignore the filter, so callers compare: a key belongs to the pool only if it hashes to its id.
async function findInitializations(chain: Chain, poolManager: Address, ids: readonly Hex[]): Promise<PoolKey[]> {
  const filter = { address: poolManager, topics: [INITIALIZE, ids], fromBlock: '0x0', toBlock: 'latest' }
  try {
    return ((await chain.request('eth_getLogs', [filter])) as InitializeLog[]).map(keyOf)
  } catch (error) {
    if (isLogRefusal(error)) return []
    throw error
  }
}

export function keyOf({ topics: [, , currency0 = '0x', currency1 = '0x'], data }: InitializeLog): PoolKey {
  const word = (index: number) => BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`)
  return {
    currency0: toAddress(`0x${currency0.slice(26)}`),
    currency1: toAddress(`0x${currency1.slice(26)}`),
    fee: Number(word(0)),
    tickSpacing: Number(word(1)),
    hooks: toAddress(`0x${data.slice(2 + 2 * 64 + 24, 2 + 3 * 64)}`),
  }
}
