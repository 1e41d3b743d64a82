import { type Address, type Hex, pad } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { V4Deployment } from '#liquidity/deployment.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import { INITIALIZE, type InitializeLog, keyOf } from './findKey.ts'
import { isLogRefusal } from './isLogRefusal.ts'

/** More pools of one pair than this are not read; the newest stand for all. */
const KEYS_MAX = 100

type Found = { readonly keys: readonly PoolKey[]; readonly incomplete?: string }

/** Every pool of two currencies that was ever initialised, whatever its fee, spacing or hook, as the chain's logs tell. */
export async function initializedKeys(
  chain: Chain,
  { poolManager }: V4Deployment,
  [currency0, currency1]: readonly [Address, Address],
): Promise<Found> {
  const topics = [INITIALIZE, null, pad(currency0), pad(currency1)] satisfies (Hex | null)[]
  const filter = { address: poolManager, topics, fromBlock: '0x0', toBlock: 'latest' }
  const load = () => chain.request('eth_getLogs', [filter])
  try {
    const logs = (await chain.state(`initialized ${currency0} ${currency1}`, load)) as InitializeLog[]
    const keys = logs.map(keyOf).filter((key) => key.currency0 === currency0 && key.currency1 === currency1)
    if (keys.length <= KEYS_MAX) return { keys }
    const incomplete = `${keys.length} pools of these tokens were initialised; beside the usual ones only the newest ${KEYS_MAX} are shown.`
    return { keys: keys.slice(-KEYS_MAX), incomplete }
  } catch (error) {
    if (!isLogRefusal(error)) throw error
    const incomplete =
      'The node serves no logs over the whole chain, so that only pools with a usual fee and tick spacing are found. Send fee, tickSpacing and hookAddress of others.'
    return { keys: [], incomplete }
  }
}
