import * as Position from '#launchpad/Position.ts'
import * as Event from './Event.ts'
import type { Follower } from './Follower.ts'
import { BadAnswer, type Log } from './Log.ts'
import { logsOfToken } from './mend.ts'
import * as Range from './Range.ts'
import { goBackBefore } from './reorganise.ts'
import * as Source from './Source.ts'

const ATTEMPTS = 5

/**
 * Finds the first log of a token that is on the chain and not in the tables, and takes everything from its block on in
 * again, that block by its receipts.
 */
export async function heal(follower: Follower, token: string, reason: string): Promise<void> {
  const { log, progress, checkpoint } = follower
  const position = await locate(follower, token)
  if (position === undefined) throw new BadAnswer(`what the tables lack of ${token} was not found on the chain`)
  progress.alarms += 1
  log.error({ token, reason, block: checkpoint.block }, 'the launch tables differ from the chain')
  const block = Position.block(position)
  follower.distrusted.add(block)
  await goBackBefore(follower, block)
  progress.heals += 1
  log.warn({ token, block }, 'a log was missing: the tables are filled again from its block on')
}

async function locate(follower: Follower, token: string): Promise<number | undefined> {
  const stored = await storedPositions(follower, token)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const missing = (await positionsOnChain(follower, token, stored.first)).filter(
      (position) => !stored.all.has(position),
    )
    if (missing.length > 0) return Math.min(...missing)
  }
  return undefined
}

type Stored = { first: number; all: Set<number> }

async function storedPositions({ office: { db }, factory }: Follower, token: string): Promise<Stored> {
  const row = await db.selectFrom('launch_tokens').select('id').where('address', '=', token).executeTakeFirst()
  if (!row) return { first: factory.startBlock, all: new Set() }
  const of = (table: 'launch_trades' | 'launch_transfers' | 'launch_notes') =>
    db.selectFrom(table).select('position').where('token_id', '=', row.id).execute()
  const found = await Promise.all([of('launch_trades'), of('launch_transfers'), of('launch_notes')])
  return { first: Position.block(row.id), all: new Set([row.id, ...found.flat().map(({ position }) => position)]) }
}

async function positionsOnChain(follower: Follower, token: string, first: number): Promise<number[]> {
  const { chain, checkpoint, emitters } = follower
  const range = Range.create()
  const positions: number[] = []
  for (let from = first; from <= checkpoint.block; ) {
    const to = Math.min(checkpoint.block, from + range.size - 1)
    try {
      const filters = [
        ...logsOfToken({ from, to, token, factory: emitters.factory }),
        ...(await swapsOf(follower, token, { from, to })),
      ]
      const logs = await Source.logs(chain, filters)
      positions.push(
        ...logs.filter((log) => isKept(log, emitters)).map(({ block, logIndex }) => Position.of(block, logIndex)),
      )
      Range.adapt(range, logs.length)
      from = to + 1
    } catch (error) {
      if (!Source.isTooMuch(error) || !Range.halve(range)) throw error
    }
  }
  return positions
}

async function swapsOf(
  follower: Follower,
  token: string,
  range: { from: number; to: number },
): Promise<Source.Filter[]> {
  const { office, emitters } = follower
  const row = await office.db
    .selectFrom('launch_tokens as t')
    .innerJoin('launch_curves as c', 'c.id', 't.id')
    .select('c.pool_id')
    .where('t.address', '=', token)
    .executeTakeFirst()
  return row?.pool_id ? [{ ...range, addresses: [emitters.poolManager], topics: [Event.SWAP, row.pool_id] }] : []
}

/** Whether the log has a row of its own: what a creation says of metadata is part of the creation's. */
function isKept(log: Log, emitters: Event.Emitters): boolean {
  const event = Event.read(log, emitters)
  return event !== undefined && event.kind !== 'metadata'
}
