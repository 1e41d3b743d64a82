import { sql } from 'kysely'
import * as Id from '#core/Id.ts'
import type { Store } from './tables.ts'

type Caller = { boxId: string; developerId: string }
export type Spent = { tokens: number; micros: number }
/** `used` is the usage of finished calls; `held` is what calls in progress can still use. */
export type Spending = { used: Spent; held: Spent }

/** A call without an end counts as in progress for this long; afterwards the amount it held counts as used. */
const OPEN_SECONDS = 900

/** Until the commit, no other call of the developer is counted. */
export async function lockSpending(tx: Store, developerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slipway/models/${developerId}`}, 0))`.execute(tx)
}

/** The spending of a box in all, and of its developer since the day began (UTC). */
export async function readSpending(
  tx: Store,
  { boxId, developerId }: Caller,
): Promise<{ box: Spending; developer: Spending }> {
  const isOpen = sql`ended_at is null and started_at > now() - make_interval(secs => ${OPEN_SECONDS})`
  const sums = sql`coalesce(sum(tokens) filter (where ${isOpen}), 0)::bigint as "heldTokens",
    coalesce(sum(micros) filter (where ${isOpen}), 0)::bigint as "heldMicros",
    coalesce(sum(tokens) filter (where not (${isOpen})), 0)::bigint as "usedTokens",
    coalesce(sum(micros) filter (where not (${isOpen})), 0)::bigint as "usedMicros"`
  type Sums = { heldTokens: number; heldMicros: number; usedTokens: number; usedMicros: number }
  const { rows } = await sql<Sums>`
    select calls."heldTokens", calls."heldMicros", calls."usedTokens" + tokens_in + tokens_out as "usedTokens",
      calls."usedMicros" + cost_micros as "usedMicros"
    from boxes, (select ${sums} from box_model_calls where box_id = ${boxId} and ended_at is null) as calls
    where id = ${boxId}
    union all
    select ${sums} from box_model_calls
    where developer_id = ${developerId} and started_at >= date_trunc('day', now(), 'UTC')`.execute(tx)
  const [box, developer] = rows.map(
    (row): Spending => ({
      used: { tokens: row.usedTokens, micros: row.usedMicros },
      held: { tokens: row.heldTokens, micros: row.heldMicros },
    }),
  )
  if (!box || !developer) throw new Error(`The box ${boxId} does not exist.`)
  return { box, developer }
}

/** Begins a call, which holds the most it can use. */
export async function beginCall(tx: Store, { boxId, developerId }: Caller, held: Spent): Promise<string> {
  const id = Id.create('call')
  await tx
    .insertInto('box_model_calls')
    .values({ id, box_id: boxId, developer_id: developerId, ...held })
    .execute()
  return id
}

type Usage = { tokensIn: number; tokensOut: number; micros: number }

/** Ends a call with what it used. */
export async function endCall(tx: Store, id: string, { tokensIn, tokensOut, micros }: Usage): Promise<void> {
  await sql`with ended as (
      update box_model_calls set tokens = ${tokensIn + tokensOut}, micros = ${micros}, ended_at = now()
      where id = ${id} and ended_at is null returning box_id)
    update boxes set model_calls = model_calls + 1, tokens_in = tokens_in + ${tokensIn}, tokens_out = tokens_out + ${tokensOut},
      cost_micros = cost_micros + ${micros} from ended where boxes.id = ended.box_id`.execute(tx)
}

/** Deletes calls that no budget counts any more: those of earlier days, unless their box may still miss their end. */
export async function deleteOldCalls(store: Store): Promise<void> {
  await sql`delete from box_model_calls where started_at < now() - interval '2 days'
    and (ended_at is not null or not exists (select from boxes where boxes.id = box_id))`.execute(store)
}
