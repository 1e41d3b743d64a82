import type { Transfer } from '#launchpad/indexer/chain/Event.ts'
import { MissingLogs } from './Contradiction.ts'

type Movement = { from: string; to: string; amount: bigint }
type Cause = { token: string; transactionHash: string; position: number }

/** Transfers to and from the launchpad that were expected and not yet observed, or observed and not yet expected. */
export type TransferMatch = Map<string, { count: number; position: number; token: string }>

export function create(): TransferMatch {
  return new Map()
}

/** A trade, creation or graduation implies this transfer. */
export function expect(open: TransferMatch, cause: Cause, movement: Movement): void {
  tally(open, cause, { ...movement, by: 1 })
}

/** The token emitted this transfer. */
export function observe(open: TransferMatch, transfer: Transfer): void {
  tally(open, transfer, { from: transfer.from, to: transfer.to, amount: transfer.amount, by: -1 })
}

/** Throws unless all are matched. */
export function requireAll(open: TransferMatch): void {
  const unmatched = [...open].filter(([, { count }]) => count !== 0).sort(([, a], [, b]) => a.position - b.position)
  const [first] = unmatched
  if (!first) return
  const [, { position, token, count }] = first
  throw new MissingLogs({ position }, token, count > 0 ? 'a transfer' : 'the cause of a transfer')
}

function tally(
  open: TransferMatch,
  { token, transactionHash, position }: Cause,
  movement: Movement & { by: number },
): void {
  const key = `${transactionHash} ${token} ${movement.from} ${movement.to} ${movement.amount}`
  const entry = open.get(key) ?? { count: 0, position, token }
  entry.count += movement.by
  if (entry.count === 0) open.delete(key)
  else open.set(key, entry)
}
