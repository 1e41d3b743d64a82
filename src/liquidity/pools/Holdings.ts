import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Snapshot, Watch } from './Snapshot.ts'
import { readV3Pools } from './V3Pools.ts'

/** The wallet alone, without any pool. */
export function readHoldings(chain: Chain, watch: Watch): Promise<Snapshot<never>> {
  return readV3Pools(chain, zeroAddress, { queries: [], watch }) as Promise<Snapshot<never>>
}
