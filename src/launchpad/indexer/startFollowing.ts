import * as audit from './audit.ts'
import type { Follower, Work } from './Follower.ts'
import { follow } from './follow.ts'
import * as Interest from './Interest.ts'
import { identify } from './identify.ts'
import { openTables } from './openTables.ts'
import * as Progress from './Progress.ts'
import * as Range from './Range.ts'
import { windowStart } from './sweep.ts'

type Seen = (follower: Follower) => void

/** One term of office: opens the tables for this chain and follows it. `seen` gets hold of the work for reports. */
export async function startFollowing(work: Work, signal: AbortSignal, seen: Seen): Promise<void> {
  const { chain, office, factory, isDevnet, log, now } = work
  const identity = await identify(chain, factory)
  const { checkpoint, isRebuilt } = await openTables(office, { identity, isDevnet, windowStart: windowStart(now()) })
  if (isRebuilt) log.info({ startBlock: factory.startBlock }, 'the chain was restarted: the launch tables are rebuilt')
  const launched = await loadLaunched(work)
  const emitters = { factory: identity.factory, poolManager: identity.poolManager }
  const follower: Follower = {
    ...work,
    emitters,
    checkpoint,
    launched,
    interest: Interest.create([emitters.factory, ...launched.tokens, ...launched.pools]),
    range: Range.create(),
    proveUntil: 0,
    accepted: new Set(),
    progress: Progress.create(now(), checkpoint.block),
    head: undefined,
    polledAt: now(),
    behindSince: undefined,
    audits: audit.create(),
    pulse: { at: 0, block: checkpoint.block },
  }
  seen(follower)
  await follow(follower, signal)
}

async function loadLaunched({ office: { db } }: Work): Promise<Follower['launched']> {
  const tokens = await db.selectFrom('launch_tokens').select('address').orderBy('id').execute()
  const pools = await db.selectFrom('launch_curves').select('pool_id').where('pool_id', 'is not', null).execute()
  return { tokens: tokens.map(({ address }) => address), pools: pools.flatMap(({ pool_id }) => pool_id ?? []) }
}
