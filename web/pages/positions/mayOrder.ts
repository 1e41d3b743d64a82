import type { Position } from '../../api/liquidity.ts'
import { config } from '../../api/siteData.ts'

/** Orders are served on the chain of the launchpad, for positions of the ordinary managers. */
export function mayOrder({ protocol, chainId, isPermissioned }: Position): boolean {
  return protocol !== 'V2' && chainId === config.chainId && isPermissioned !== true
}
