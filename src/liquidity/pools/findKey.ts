import { type Address, encodeAbiParameters, type Hex, keccak256, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import type { PoolKey } from '#liquidity/calldata/v4.ts'
import type { V4Deployment } from '#liquidity/deployment.ts'
import { isLogRefusal } from './logs.ts'

const PARAMETERS = [
  { type: 'address' },
  { type: 'address' },
  { type: 'uint24' },
  { type: 'int24' },
  { type: 'address' },
] as const
// Initialize(bytes32 indexed id, address indexed currency0, address indexed currency1, uint24, int24, address, uint160, int24)
const INITIALIZE = '0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438'

/** The usual pairs of fee and tick spacing. */
export const USUAL_FEES: readonly (readonly [fee: number, tickSpacing: number])[] = [
  [100, 1],
  [500, 10],
  [3000, 60],
  [10_000, 200],
]

export function poolIdOf({ currency0, currency1, fee, tickSpacing, hooks }: PoolKey): Hex {
  return keccak256(encodeAbiParameters(PARAMETERS, [currency0, currency1, fee, tickSpacing, hooks]))
}

/**
 * The key behind an id that no position manager knows: one of the usual ones, or the one its creation logged.
 * Where the node serves no logs the id stays unknown.
 */
export function findKey(
  chain: Chain,
  { poolManager }: V4Deployment,
  { id, tokens }: { id: Hex; tokens?: readonly [Address, Address] | undefined },
): Promise<PoolKey | undefined> {
  const usual = tokens && USUAL_FEES.map((fee) => usualKey(tokens, fee)).find((key) => poolIdOf(key) === id)
  if (usual) return Promise.resolve(usual)
  return chain
    .forever(`v4 key ${id}`, async () => {
      const found = await findInitialization(chain, poolManager, id)
      if (found) return found
      throw new ApiError('not_found', `The key of pool ${id} is not to be found.`)
    })
    .catch((error) => {
      if (error instanceof ApiError && error.code === 'not_found') return undefined
      throw error
    })
}

function usualKey([a, b]: readonly [Address, Address], [fee, tickSpacing]: readonly [number, number]): PoolKey {
  const [currency0, currency1] = a.toLowerCase() < b.toLowerCase() ? [a, b] : [b, a]
  return { currency0, currency1, fee, tickSpacing, hooks: zeroAddress }
}

type Log = { topics: Hex[]; data: Hex }

async function findInitialization(chain: Chain, poolManager: Address, id: Hex): Promise<PoolKey | undefined> {
  const filter = { address: poolManager, topics: [INITIALIZE, id], fromBlock: '0x0', toBlock: 'latest' }
  try {
    const logs = (await chain.request('eth_getLogs', [filter])) as Log[]
    // Not every node heeds a filter; a key is the pool's only if it hashes to its id.
    return logs.map(keyOf).find((key) => poolIdOf(key) === id)
  } catch (error) {
    if (isLogRefusal(error)) return undefined
    throw error
  }
}

function keyOf({ topics: [, , currency0 = '0x', currency1 = '0x'], data }: Log): PoolKey {
  const word = (index: number) => BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`)
  return {
    currency0: toAddress(`0x${currency0.slice(26)}`),
    currency1: toAddress(`0x${currency1.slice(26)}`),
    fee: Number(word(0)),
    tickSpacing: Number(word(1)),
    hooks: toAddress(`0x${data.slice(2 + 2 * 64 + 24, 2 + 3 * 64)}`),
  }
}
