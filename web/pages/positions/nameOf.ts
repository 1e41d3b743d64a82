import type { Position } from '../../api/liquidity.ts'
import { symbolText } from '../../liquidity/PairName.tsx'

/** A position as sentences call it. */
export function nameOf({ protocol, tokenId, token0, token1 }: Position): string {
  const number = tokenId === undefined ? '' : ` #${tokenId}`
  return `${symbolText(token0)} / ${symbolText(token1)} ${protocol.toLowerCase()} position${number}`
}
