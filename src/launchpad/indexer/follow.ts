import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#core/ApiError.ts'
import * as Position from '#launchpad/Position.ts'
import { auditWhenDue } from './audit.ts'
import { catchUp } from './catchUp.ts'
import type { Follower } from './Follower.ts'
import { Forked, fetchProven } from './fetchProven.ts'
import { heal } from './heal.ts'
import { BadAnswer, type Header, MissingLogs, UnlinkedSwaps } from './Log.ts'
import * as Pulse from './Pulse.ts'
import { reorganise } from './reorganise.ts'
import * as Source from './Source.ts'
import { sweep } from './sweep.ts'
import { takeIn } from './takeIn.ts'
import { weighSwaps } from './weighSwaps.ts'

/** Further behind than this, ranges are fetched instead of blocks. */
const TIP_BLOCKS = 64
/** Ranges end this far from the head, where blocks are seldom replaced. */
const SETTLED_BLOCKS = 16
/** A node that stays behind the tables this long speaks for the chain: our own may be reset, others only lag or hang. */
const BEHIND_MS = { own: 2_000, other: 60_000 }
const SWEEP_MS = 60_000
const RETRY_MS = 50
const RETRY_MAX_MS = 1_000

/** Follows the chain until the term is over; throws what cannot be helped by asking again. */
export async function follow(follower: Follower, signal: AbortSignal): Promise<void> {
  let failures = 0
  let sweptAt = Number.NEGATIVE_INFINITY
  let activeAt = follower.now()
  while (!signal.aborted) {
    try {
      if (follower.now() - sweptAt >= SWEEP_MS) {
        await sweep(follower.office, { expected: follower.checkpoint, nowMs: follower.now() })
        sweptAt = follower.now()
      }
      if (await step(follower, signal)) activeAt = follower.now()
      await auditWhenDue(follower)
      failures = 0
      follower.progress.problem = null
    } catch (error) {
      await react(follower, error)
      failures += 1
    }
    await Pulse.write(follower)
    await delay(pauseMs(follower, { failures, idleMs: follower.now() - activeAt }), undefined, { signal }).catch(
      () => {},
    )
  }
}

/** One look at the chain; says whether there was something new. */
async function step(follower: Follower, signal: AbortSignal): Promise<boolean> {
  const { chain, checkpoint } = follower
  const head = await see(follower)
  const ahead = head.number - checkpoint.block
  if (ahead <= 0) {
    const replaced = await isReplaced(follower, head)
    if (replaced) await reorganise(follower)
    return replaced
  }
  if (ahead <= TIP_BLOCKS) await takeInProven(follower, head, true)
  else if (checkpoint.block >= follower.proveUntil) await catchUp(follower, head.number - SETTLED_BLOCKS, signal)
  else
    for (const last of await Source.existingHeaders(chain, [checkpoint.block + TIP_BLOCKS]))
      await takeInProven(follower, last, false)
  follower.behindSince = undefined
  return true
}

async function takeInProven(follower: Follower, last: Header, isLive: boolean): Promise<void> {
  const { chain, checkpoint, interest, range } = follower
  const stretch = await fetchProven(chain, { checkpoint, last, interest, range })
  await takeIn(follower, { ...stretch, isLive })
}

/** The newest block; everyone who keeps what was read from the chain is told of a new one. */
async function see(follower: Follower): Promise<Header> {
  const head = await Source.head(follower.chain)
  const { number, timestamp, hash } = head
  if (follower.head?.hash !== hash)
    follower.chain.observe({ number: BigInt(number), timestamp: BigInt(timestamp), hash })
  follower.head = head
  follower.polledAt = follower.now()
  return head
}

/** Whether the node, which is not ahead of the tables, has another chain than they, or has gone back for good. */
async function isReplaced(follower: Follower, head: Header): Promise<boolean> {
  const { checkpoint, now, isDevnet } = follower
  if (head.number === checkpoint.block) {
    follower.behindSince = undefined
    return head.hash !== checkpoint.hash
  }
  if (await isAnother(follower, head)) return true
  follower.behindSince ??= now()
  return now() - follower.behindSince >= (isDevnet ? BEHIND_MS.own : BEHIND_MS.other)
}

/** Whether the newest block that both may have is not the same. */
async function isAnother({ chain, office }: Follower, head: Header): Promise<boolean> {
  const stored = await office.db
    .selectFrom('launch_blocks')
    .select(['number', 'hash'])
    .where('number', '<=', head.number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!stored) return false
  const [found] = stored.number === head.number ? [head] : await Source.headers(chain, [stored.number])
  return found !== undefined && found.hash !== stored.hash
}

async function react(follower: Follower, error: unknown): Promise<void> {
  const { log, progress } = follower
  if (!(error instanceof Forked) && !isTransient(error)) throw error
  progress.problem = error.message
  progress.rejected += 1
  log.debug({ err: error }, 'an answer could not be used')
  try {
    if (error instanceof Forked) await reorganise(follower)
    if (error instanceof MissingLogs) await bringIn(follower, error)
  } catch (next) {
    if (!isTransient(next)) throw next
    progress.problem = next.message
  }
}

/** Logs that a query left out are there when the blocks are proven; those that the tables lack are healed. */
async function bringIn(follower: Follower, error: MissingLogs): Promise<void> {
  const { checkpoint, head, log } = follower
  const isProven = checkpoint.block < follower.proveUntil || (head?.number ?? 0) - checkpoint.block <= TIP_BLOCKS
  if (error instanceof UnlinkedSwaps) return weighSwaps(follower, error, isProven)
  if (!isProven) follower.proveUntil = Position.block(error.position)
  else if (!(await heal(follower, error.token, { reason: error.message })))
    log.warn({ token: error.token }, `${error.message}, nor found`)
}

/** What passes by itself: the chain or the database cannot be reached, or an answer cannot be used. */
function isTransient(error: unknown): error is Error {
  if (error instanceof ApiError) return error.code === 'unavailable'
  return error instanceof BadAnswer
}

function pauseMs({ chain, isDevnet }: Follower, { failures, idleMs }: { failures: number; idleMs: number }): number {
  if (failures > 0) return Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (failures - 1))
  // One and a half blocks keeps a public node at a dozen requests a second; our own chain can be asked more often.
  if (!isDevnet) return chain.facts.blockTimeMs * 1.5
  return idleMs < 10_000 ? 10 : 50
}
