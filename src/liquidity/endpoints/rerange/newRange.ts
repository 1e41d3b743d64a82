import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { heldToken } from '#liquidity/deployment.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { type Range, type RequestedRange, requestedRange, snapRange } from '#liquidity/request/Range.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { type OneTick, ratioRange } from '#uniswap/ratioRange.ts'
import type { RerangeRequest } from './request.ts'

type Moved = {
  readonly id: bigint
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
  readonly sqrtRatioX96: bigint
  readonly tickSpacing: number
  /** The whole payout at the price. */
  readonly held: Amounts
  readonly token0: Token
  readonly token1: Token
}

/** The range that a position moves to; refused if it is its own. */
export function newRange(chain: Chain, request: RerangeRequest, position: Moved): Range {
  const { keepRatio } = request
  const asked = keepRatio ? rangeOfRatio(keepRatio, position) : namedRange(chain, request, position)
  const range = snapRange(asked, position.tickSpacing)
  if (range.tickLower !== position.tickLower || range.tickUpper !== position.tickUpper) return range
  throw invalidField(asked.field, `is the range of position ${position.id} already. Send another one`)
}

function namedRange({ facts }: Chain, request: RerangeRequest, { token0, token1 }: Moved): RequestedRange {
  const { protocol, priceBounds } = request
  const quoted = priceBounds && heldToken(facts, protocol, priceBounds.quotedTokenAddress)
  return requestedRange(request, { token0: token0.address, token1: token1.address }, quoted)
}

function rangeOfRatio(tick: OneTick, { sqrtRatioX96, held }: Moved): RequestedRange {
  const range = ratioRange(sqrtRatioX96, held, tick)
  if (range) return { lower: range.tickLower, upper: range.tickUpper, quote: 'token1', field: 'keepRatio' }
  const side = 'tickLower' in tick ? 'lower' : 'upper'
  throw invalidField(
    'keepRatio',
    `has no range that takes the whole position: the ${side} tick must be on its side of the price and near enough to it, and the position must hold both tokens. Send another tick, or tickBounds`,
  )
}

/** Refuses a position without liquidity. */
export function requireLiquidity(protocol: string, position: { id: bigint; liquidity: bigint }): void {
  if (position.liquidity === 0n) throw nothingToMove(protocol, position)
}

function nothingToMove(protocol: string, { id }: { id: bigint }): ApiError {
  return new ApiError(
    'failed_precondition',
    `${protocol} position ${id} holds no liquidity, so there is nothing to move. Use /lp/create.`,
    { details: [{ type: 'NOTHING_TO_MOVE', value: id.toString() }] },
  )
}
