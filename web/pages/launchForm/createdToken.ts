import { getAddress } from 'viem/utils'
import { config } from '../../api/siteData.ts'
import type { Receipt } from '../../wallet/Receipt.ts'

/** keccak256 of TokenCreated(address,address,string,string,uint256). */
const TOKEN_CREATED = '0x6e6ae68e7d7d45fbd855c40d1eaafa8de46c5fbec3ee26f1af88730e400bc92c'

/** The token a launch created, from the event of the launch contract in its receipt. */
export function createdToken({ logs }: Pick<Receipt, 'logs'>): string | undefined {
  const log = logs.find(
    ({ address, topics }) => topics[0] === TOKEN_CREATED && address.toLowerCase() === config.factory?.toLowerCase(),
  )
  const topic = log?.topics[1]
  return topic === undefined ? undefined : getAddress(`0x${topic.slice(-40)}`)
}
