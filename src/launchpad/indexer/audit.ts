import { sql } from 'kysely'
import * as expectations from './expectations.ts'
import type { Follower } from './Follower.ts'
import { findUnknownToken } from './findUnknownToken.ts'
import { heal } from './heal.ts'
import * as Source from './Source.ts'
import type { State } from './State.ts'
import * as States from './States.ts'

const EVERY_BLOCKS = 50
const EVERY_MS = 5_000
const CHANGED_MAX = 200
const ROTATED = 50
const HOLDERS_PER_TOKEN = 4

/** Where the comparison with the chain stands. */
export type Audits = { at: number; block: number; lastId: number; suspect: string | undefined }

export function create(): Audits {
  return { at: 0, block: 0, lastId: 0, suspect: undefined }
}

/**
 * Every few seconds of change the tables are held against the chain's own state at the checkpoint: the number of tokens,
 * and the curves, balances and pools of what changed and of some that did not. A difference that is there twice is healed.
 */
export async function auditWhenDue(follower: Follower): Promise<void> {
  const { audits, checkpoint, now } = follower
  const isDue = now() - audits.at >= EVERY_MS || checkpoint.block - audits.block >= EVERY_BLOCKS
  if (!isDue || checkpoint.block === audits.block) return
  const difference = await compare(follower)
  if (difference === 'unknown') return
  Object.assign(audits, { at: now(), block: difference ? audits.block : checkpoint.block })
  if (!difference) {
    audits.suspect = undefined
    return
  }
  const found = `${difference.what} of ${difference.token ?? 'the launchpad'} is ${difference.actual}, not ${difference.expected}`
  if (audits.suspect !== found) {
    Object.assign(audits, { at: 0, suspect: found })
    return
  }
  const token = difference.token ?? (await findUnknownToken(follower))
  if (token) await heal(follower, token, found)
}

type Difference = { token: string | null; what: string; expected: string; actual: string }

/** The first difference, nothing, or `unknown` where the chain at the checkpoint cannot be asked. */
async function compare(follower: Follower): Promise<Difference | 'unknown' | undefined> {
  const { chain, checkpoint, unaudited } = follower
  const changed = [...unaudited].slice(0, CHANGED_MAX)
  const claims = await claimsOf(follower, changed)
  const { results } = await chain.read(
    claims.map(({ call }) => call),
    { block: BigInt(checkpoint.block) },
  )
  const [header] = await Source.headers(chain, [checkpoint.block])
  if (header?.hash !== checkpoint.hash) return 'unknown'
  for (const [index, { read, token, what, expected }] of claims.entries()) {
    const result = results[index]
    const actual = result?.ok ? read(result.data) : 'no answer'
    if (actual !== expected) return { token, what, expected, actual }
  }
  for (const token of changed) unaudited.delete(token)
  return undefined
}

async function claimsOf(follower: Follower, changed: readonly string[]): Promise<expectations.Expectation[]> {
  const { office, emitters } = follower
  return office.db.transaction().execute(async (tx) => {
    const { tokens } = await tx.selectFrom('launch_chain').select('tokens').executeTakeFirstOrThrow()
    const ids = await rotation(follower)
    const states = [
      ...(await States.load(tx, { tokens: changed, pools: [] })).values(),
      ...(await States.loadById(tx, ids)),
    ]
    const holdings = await holdingsOf(follower, states)
    return [
      expectations.ofCount(emitters, tokens),
      ...states.flatMap((state) => [expectations.ofCurve(emitters, state), ...expectations.ofPool(emitters, state)]),
      ...holdings.map(expectations.ofBalance),
    ]
  })
}

/** The next launches in order of creation, beginning anew at the end. */
async function rotation({ office, audits }: Follower): Promise<number[]> {
  const next = office.db.selectFrom('launch_tokens').select('id').orderBy('id').limit(ROTATED)
  const rows = await next.where('id', '>', audits.lastId).execute()
  audits.lastId = rows.length < ROTATED ? 0 : (rows.at(-1)?.id ?? 0)
  return rows.map(({ id }) => id)
}

/** A few holders of each token, others each time. */
async function holdingsOf({ office }: Follower, states: readonly State[]): Promise<expectations.Holding[]> {
  const { rows } = await sql<{ token_id: number; holder: string; balance: string }>`
    select h.* from unnest(${states.map(({ id }) => id)}::int8[]) as t(id) cross join lateral (
      (select * from launch_holders where token_id = t.id and holder >= '0x' || substr(md5(random()::text), 1, 8)
        order by holder limit ${HOLDERS_PER_TOKEN})
      union
      (select * from launch_holders where token_id = t.id order by balance desc, holder desc limit ${HOLDERS_PER_TOKEN})
    ) h`.execute(office.db)
  const tokenOf = new Map(states.map(({ id, token }) => [id, token]))
  return rows.map(({ token_id, holder, balance }) => ({
    token: tokenOf.get(token_id) ?? '',
    holder,
    balance: BigInt(balance),
  }))
}
