import { NATIVE } from '#site/positionUrl.ts'
import type { FoundPool, Position } from '../../api/liquidity.ts'
import { feeText } from '../../liquidity/poolFigures.ts'

/** Warnings of pools whose hook decides how much is added. */
const TAKES_PART = new Set(['HOOK_MAY_TAKE_DEPOSITS', 'HOOK_MAY_LOCK', 'HOOK_MAY_TAKE_WITHDRAWALS'])

/** Whether liquidity can move from a position to a pool of the same tokens. */
export function canMigrate(position: Position, target: FoundPool): boolean {
  const isOpen = target.liquidity !== '0' && !target.warnings.some(({ code }) => TAKES_PART.has(code))
  if (!isOpen || target.reference === position.poolReference) return false
  return position.protocol !== 'V4' || target.protocol !== 'V4' || holdsSame(position, target)
}

// No v4 position manager wraps or unwraps on the way.
function holdsSame(position: Position, { token0, token1 }: FoundPool): boolean {
  return position.token0.address === token0.address && position.token1.address === token1.address
}

/** A pool as sentences call it. */
export function poolText({ protocol, fee, token0, token1 }: FoundPool): string {
  const isNative = [token0, token1].some(({ address }) => address === NATIVE)
  const hint = protocol === 'V4' && isNative ? ' with ETH' : ''
  return `${protocol.toLowerCase()} at ${feeText(fee)}${hint}`
}
