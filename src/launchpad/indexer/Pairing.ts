import type { Transfer } from './Event.ts'
import { MissingLogs } from './Log.ts'

type Movement = { from: string; to: string; amount: bigint }
type Cause = { token: string; transactionHash: string; position: number }

/** Movements of the launchpad's tokens that were announced and not yet met, or met and not yet announced. */
export type Pairing = Map<string, { count: number; position: number; token: string }>

export function create(): Pairing {
  return new Map()
}

/** A trade, creation or graduation says that these tokens move. */
export function expect(pairing: Pairing, cause: Cause, movement: Movement): void {
  tally(pairing, cause, { ...movement, by: 1 })
}

/** The token says that they moved. */
export function meet(pairing: Pairing, transfer: Transfer): void {
  tally(pairing, transfer, { from: transfer.from, to: transfer.to, amount: transfer.amount, by: -1 })
}

/** Throws unless each met its counterpart. */
export function settle(pairing: Pairing): void {
  const open = [...pairing].filter(([, { count }]) => count !== 0).sort(([, a], [, b]) => a.position - b.position)
  const [first] = open
  if (!first) return
  const [, { position, token, count }] = first
  throw new MissingLogs({ position }, token, count > 0 ? 'a transfer' : 'the cause of a transfer')
}

function tally(
  pairing: Pairing,
  { token, transactionHash, position }: Cause,
  movement: Movement & { by: number },
): void {
  const key = `${transactionHash} ${token} ${movement.from} ${movement.to} ${movement.amount}`
  const entry = pairing.get(key) ?? { count: 0, position, token }
  entry.count += movement.by
  if (entry.count === 0) pairing.delete(key)
  else pairing.set(key, entry)
}
