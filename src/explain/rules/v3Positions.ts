import { zeroAddress } from 'viem'
import type { DecodedCall } from './DecodedCall.ts'
import type { Target } from './explainCall.ts'

/** The contracts whose calls change v3 positions. */
const HAS_V3_POSITIONS: ReadonlySet<string> = new Set(['v3Manager', 'router'])

/** The v3 positions that a call changes. */
export function v3Ids({ contract, decoded }: Target): bigint[] {
  return HAS_V3_POSITIONS.has(contract.kind) ? positionIds(decoded, contract.kind !== 'v3Manager') : []
}

/** The positions whose tokens the call moves; a collection may move them into the router or the manager. */
function positionIds({ name = '', args, inner }: DecodedCall, isRouter: boolean): bigint[] {
  const moves = CHANGES.has(name) || (name === 'collect' && (isRouter || args['recipient'] === zeroAddress))
  return [...(moves ? [args['tokenId'] as bigint] : []), ...inner.flatMap((call) => positionIds(call, isRouter))]
}

const CHANGES = new Set(['increaseLiquidity', 'decreaseLiquidity'])
