import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { readV3Pools } from './readV3Pools.ts'
import type { Snapshot, Watch } from './Snapshot.ts'

/** The wallet alone, without any pool. */
export function readHoldings(chain: Chain, watch: Watch): Promise<Snapshot<never>> {
  return readV3Pools(chain, zeroAddress, { queries: [], watch }) as Promise<Snapshot<never>>
}
