import * as ChainHead from '#launchpad/indexer/ChainHead.ts'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import * as Source from '#launchpad/indexer/chain/Source.ts'
import type { IndexCursor } from '#launchpad/indexer/IndexCursor.ts'
import type { Progress } from '#launchpad/indexer/Progress.ts'
import type { Work } from '#launchpad/indexer/Work.ts'
import * as AuditSample from './AuditSample.ts'
import type { Audits } from './Audits.ts'
import type * as Expectation from './Expectation.ts'
import { findUnknownToken } from './findUnknownToken.ts'
import { reindexFromGap } from './reindexFromGap.ts'

const EVERY_BLOCKS = 50
const EVERY_MS = 5_000
const NEAR_BLOCKS = 64

type State = { audits: Audits; cursor: IndexCursor; head: ChainHead.ChainHead; progress: Progress }

/**
 * Compares the tables with the state of the chain at the checkpoint every few seconds: the number of tokens, and curves,
 * balances and pools, changed ones first, then all in turn. A confirmed difference is repaired by indexing again from the gap.
 */
export async function auditWhenDue(work: Work, state: State): Promise<void> {
  const { audits, head } = state
  const { checkpoint } = state.cursor
  const { now } = work
  // The node may have pruned older state.
  if (ChainHead.distance(head, checkpoint.block) > NEAR_BLOCKS) return
  if (now() - audits.at < EVERY_MS && checkpoint.block - audits.block < EVERY_BLOCKS) return
  Object.assign(audits, { at: now(), block: checkpoint.block })
  const difference = await compare(work, audits, checkpoint)
  if (!difference) {
    audits.suspect = undefined
    return
  }
  const { token, what, expected, actual } = difference
  const found = `${what} of ${token ?? 'the launchpad'} is ${actual}, not ${expected}`
  const isConfirmed = audits.suspect === found
  // Compare again at once, to confirm this difference or to find another.
  Object.assign(audits, { at: Number.NEGATIVE_INFINITY, suspect: found })
  if (!isConfirmed) return
  const missing = token ?? (await findUnknownToken(work, checkpoint.block))
  if (missing && (await reindexFromGap(work, state, { token: missing, reason: found }))) return
  audits.unexplained.add(keyOf(difference))
  state.progress.alarms += 1
  raise(work, difference, { reason: found, block: checkpoint.block })
}

/** A difference that no missing log explains is logged once; the comparison of other rows continues. */
function raise({ log }: Work, { token }: Difference, { reason, block }: { reason: string; block: number }): void {
  log.error({ address: token, reason, block }, 'launch tables differ from the chain, and no log is missing')
}

function keyOf({ token, what }: Pick<Difference, 'token' | 'what'>): string {
  return `${what} of ${token}`
}

type Difference = { token: string | null; what: string; expected: string; actual: string }

/** The first difference, or undefined, also if the chain no longer has the checkpoint. */
async function compare(work: Work, audits: Audits, checkpoint: Checkpoint): Promise<Difference | undefined> {
  const { chain } = work
  const { claims, next } = await AuditSample.take(work, audits)
  const { results } = await chain.read(
    claims.map(({ call }) => call),
    { block: BigInt(checkpoint.block) },
  )
  const [header] = await Source.headers(chain, [checkpoint.block])
  if (header?.hash !== checkpoint.hash) return undefined
  const differences = claims.map((claim, index) => differenceOf(claim, results[index]))
  // A claim that is correct again, after a bad answer or a manual fix, is compared as before.
  for (const [index, claim] of claims.entries()) if (!differences[index]) audits.unexplained.delete(keyOf(claim))
  const difference = differences.find((found) => found && !audits.unexplained.has(keyOf(found)))
  if (!difference) next()
  return difference
}

type Result = { ok: boolean; data: `0x${string}` } | undefined

function differenceOf(
  { token, what, expected, read }: Expectation.Expectation,
  result: Result,
): Difference | undefined {
  const actual = result?.ok ? read(result.data) : 'no answer'
  return actual === expected ? undefined : { token, what, expected, actual }
}
