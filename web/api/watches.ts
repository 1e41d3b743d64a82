import type { z } from 'zod'
import type * as records from '#liquidity/endpoints/watches/records.ts'
import { authorized } from '../session/authorized.ts'
import type { Position } from './liquidity.ts'

type Watch = z.input<typeof records.WatchRecord>
export type PositionHistory = z.input<typeof records.WatchDetail>
export type Move = PositionHistory['moves'][number]
export type Figures = NonNullable<PositionHistory['figures']>

const PATH = '/api/liquidity/watches'

/** The history of a position as far as the service has read it; null if the signed-in account does not watch it. */
export async function readHistory(position: Position, signal: AbortSignal): Promise<PositionHistory | null> {
  const { watches } = await authorized<{ watches: Watch[] }>(PATH, { signal })
  const watch = watches.find(
    ({ chainId, protocol, tokenId }) =>
      chainId === position.chainId && protocol === position.protocol && tokenId === position.tokenId,
  )
  return watch ? authorized(`${PATH}/${watch.id}`, { signal }) : null
}

export function startWatch({ chainId, protocol, tokenId }: Position): Promise<unknown> {
  return authorized(PATH, { method: 'POST', body: { chainId, protocol, tokenId } })
}

export function endWatch(id: string): Promise<void> {
  return authorized(`${PATH}/${id}`, { method: 'DELETE' })
}
