import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { heldToken } from '#liquidity/deployment.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { type Range, requestedRange, snapRange } from '#liquidity/request/Range.ts'
import type { RerangeRequest } from './request.ts'

type Moved = {
  readonly id: bigint
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
  readonly token0: Token
  readonly token1: Token
}

/** The range that a position moves to; refused if it is its own, or if there is nothing to move. */
export function newRange({ facts }: Chain, request: RerangeRequest, position: Moved & { tickSpacing: number }): Range {
  const { protocol, priceBounds } = request
  if (position.liquidity === 0n) throw nothingToMove(protocol, position)
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const quoted = priceBounds && heldToken(facts, protocol, priceBounds.quotedTokenAddress)
  const asked = requestedRange(request, tokens, quoted)
  const range = snapRange(asked, position.tickSpacing)
  if (range.tickLower !== position.tickLower || range.tickUpper !== position.tickUpper) return range
  throw invalidField(asked.field, `is the range of position ${position.id} already. Send another one`)
}

function nothingToMove(protocol: string, { id }: Moved): ApiError {
  return new ApiError(
    'failed_precondition',
    `${protocol} position ${id} holds no liquidity, so there is nothing to move. Use /lp/create.`,
    { details: [{ type: 'NOTHING_TO_MOVE', value: id.toString() }] },
  )
}
