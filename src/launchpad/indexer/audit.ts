import type { Derived } from './Derived.ts'
import type * as expectations from './expectations.ts'
import type { Follower } from './Follower.ts'
import { findUnknownToken } from './findUnknownToken.ts'
import { heal } from './heal.ts'
import * as Source from './Source.ts'
import * as sample from './sample.ts'

const EVERY_BLOCKS = 50
const EVERY_MS = 5_000
const NEAR_BLOCKS = 64
const REMEMBERED_MAX = 10_000

/** Where the comparison with the chain stands. */
export type Audits = sample.Sampling & {
  at: number
  block: number
  /** A difference that was seen once. */
  suspect: string | undefined
  /** Differences that were told and cannot be healed: no log is missing. */
  unexplained: Set<string>
}

export function create(): Audits {
  return { ...sample.create(), at: Number.NEGATIVE_INFINITY, block: 0, suspect: undefined, unexplained: new Set() }
}

/** Remembers what changed, to be looked at first; what is too much for that is looked at in its turn. */
export function add(audits: Audits, { states, holders }: Pick<Derived, 'states' | 'holders'>): void {
  for (const token of states.keys()) if (audits.tokens.size < REMEMBERED_MAX) audits.tokens.add(token)
  for (const { tokenId, holder } of holders.values())
    if (audits.holders.size < REMEMBERED_MAX) audits.holders.set(`${tokenId} ${holder}`, { tokenId, holder })
}

/**
 * Every few seconds the tables are held against the chain's own state at the checkpoint: the number of tokens, and the
 * curves, balances and pools of what changed and, in turn, of everything else. A difference that is there twice is healed.
 */
export async function auditWhenDue(follower: Follower): Promise<void> {
  const { audits, checkpoint, head, now } = follower
  // Further back the node may not have the state any more.
  if ((head?.number ?? 0) - checkpoint.block > NEAR_BLOCKS) return
  if (now() - audits.at < EVERY_MS && checkpoint.block - audits.block < EVERY_BLOCKS) return
  Object.assign(audits, { at: now(), block: checkpoint.block })
  const difference = await compare(follower)
  if (!difference) {
    audits.suspect = undefined
    return
  }
  const { token, what, expected, actual } = difference
  const found = `${what} of ${token ?? 'the launchpad'} is ${actual}, not ${expected}`
  const isConfirmed = audits.suspect === found
  // The next look comes at once: to confirm this difference, or to find another.
  Object.assign(audits, { at: Number.NEGATIVE_INFINITY, suspect: found })
  if (!isConfirmed) return
  const missing = token ?? (await findUnknownToken(follower))
  if (missing && (await heal(follower, missing, { reason: found }))) return
  raise(follower, difference, found)
}

/** A difference that no missing log explains is told once; what else there is goes on being compared. */
function raise({ audits, progress, log, checkpoint }: Follower, difference: Difference, reason: string): void {
  audits.unexplained.add(keyOf(difference))
  progress.alarms += 1
  const { token } = difference
  log.error(
    { token, reason, block: checkpoint.block },
    'the launch tables differ from the chain, and no log is missing',
  )
}

function keyOf({ token, what }: Pick<Difference, 'token' | 'what'>): string {
  return `${what} of ${token}`
}

type Difference = { token: string | null; what: string; expected: string; actual: string }

/** The first difference, if any; none where the chain no longer has the checkpoint. */
async function compare(follower: Follower): Promise<Difference | undefined> {
  const { chain, checkpoint, audits } = follower
  const { claims, next } = await sample.take(follower, audits)
  const { results } = await chain.read(
    claims.map(({ call }) => call),
    { block: BigInt(checkpoint.block) },
  )
  const [header] = await Source.headers(chain, [checkpoint.block])
  if (header?.hash !== checkpoint.hash) return undefined
  const differences = claims.map((claim, index) => differenceOf(claim, results[index]))
  // What holds again, after a lie or by hand, is looked at like everything else.
  for (const [index, claim] of claims.entries()) if (!differences[index]) audits.unexplained.delete(keyOf(claim))
  const difference = differences.find((found) => found && !audits.unexplained.has(keyOf(found)))
  if (!difference) next()
  return difference
}

type Result = { ok: boolean; data: `0x${string}` } | undefined

function differenceOf(
  { token, what, expected, read }: expectations.Expectation,
  result: Result,
): Difference | undefined {
  const actual = result?.ok ? read(result.data) : 'no answer'
  return actual === expected ? undefined : { token, what, expected, actual }
}
