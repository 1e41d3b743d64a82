import { type Address, type Hex, pad } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { V4Deployment } from '#liquidity/deployment.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import { INITIALIZE, type InitializeLog, keyOf } from './findKey.ts'
import { isLogRefusal } from './isLogRefusal.ts'

/** The maximum number of pools of one pair that are read, newest first. */
const KEYS_MAX = 100

type InitializedKeys = { readonly keys: readonly PoolKey[]; readonly incomplete?: string }

/** Every pool of two currencies that was ever initialised, by the chain's logs. */
export async function initializedKeys(
  chain: Chain,
  { poolManager }: V4Deployment,
  [currency0, currency1]: readonly [Address, Address],
): Promise<InitializedKeys> {
  const topics = [INITIALIZE, null, pad(currency0), pad(currency1)] satisfies (Hex | null)[]
  const filter = { address: poolManager, topics, fromBlock: '0x0', toBlock: 'latest' }
  const load = () => chain.request('eth_getLogs', [filter])
  try {
    const logs = (await chain.state(`initialized ${currency0} ${currency1}`, load)) as InitializeLog[]
    const keys = logs.map(keyOf).filter((key) => key.currency0 === currency0 && key.currency1 === currency1)
    if (keys.length <= KEYS_MAX) return { keys }
    const incomplete = `${keys.length} pools of these tokens were initialised; in addition to the usual ones only the newest ${KEYS_MAX} are shown.`
    return { keys: keys.slice(-KEYS_MAX), incomplete }
  } catch (error) {
    if (!isLogRefusal(error)) throw error
    const incomplete =
      'The node does not serve logs over the whole chain, so only pools with a usual fee and tick spacing are found. To find others, send fee, tickSpacing and hookAddress.'
    return { keys: [], incomplete }
  }
}
