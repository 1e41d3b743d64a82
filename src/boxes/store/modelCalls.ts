import { sql } from 'kysely'
import * as Id from '#core/Id.ts'
import { lockName } from '#database/lockName.ts'
import type { Store } from './tables.ts'

type Caller = { boxId: string; developerId: string }
export type Spent = { tokens: number; micros: number }
/** `used` is the usage of finished calls; `held` is the reservation of calls in progress. */
export type Spending = { used: Spent; held: Spent }

/** A call without an end counts as in progress for this long; afterwards its reservation counts as used. */
const OPEN_SECONDS = 900

/** Until the commit, no other call of the developer is counted. */
export async function lockSpending(tx: Store, developerId: string): Promise<void> {
  await lockName(tx, `slipway/models/${developerId}`)
}

/** The total spending of a box, and that of its developer since the day began (UTC). */
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

const TODAY = sql`(now() at time zone 'UTC')::date`

/** The spending of the whole service today (UTC), as a running total; until the commit, no other call is counted. */
export async function lockDay(tx: Store): Promise<Spending> {
  type Day = { usedTokens: number; usedMicros: number; heldTokens: number; heldMicros: number }
  const { rows } = await sql<Day>`insert into box_model_days (day) values (${TODAY})
    on conflict (day) do update set day = excluded.day returning used_tokens as "usedTokens", used_micros as "usedMicros",
      held_tokens as "heldTokens", held_micros as "heldMicros"`.execute(tx)
  const { usedTokens = 0, usedMicros = 0, heldTokens = 0, heldMicros = 0 } = rows[0] ?? {}
  return { used: { tokens: usedTokens, micros: usedMicros }, held: { tokens: heldTokens, micros: heldMicros } }
}

/** Begins a call, which reserves the maximum it can use. */
export async function beginCall(tx: Store, { boxId, developerId }: Caller, held: Spent): Promise<string> {
  const id = Id.create('call')
  await tx
    .insertInto('box_model_calls')
    .values({ id, box_id: boxId, developer_id: developerId, ...held })
    .execute()
  await sql`update box_model_days set held_tokens = held_tokens + ${held.tokens}, held_micros = held_micros + ${held.micros}
    where day = ${TODAY}`.execute(tx)
  return id
}

type Usage = { tokensIn: number; tokensOut: number; micros: number }

/** Ends a call with its usage. */
export async function endCall(tx: Store, id: string, { tokensIn, tokensOut, micros }: Usage): Promise<void> {
  const tokens = tokensIn + tokensOut
  await sql`with open as (
      select id, tokens, micros, (started_at at time zone 'UTC')::date as day from box_model_calls
      where id = ${id} and ended_at is null for update
    ), total as (
      update box_model_days d set used_tokens = used_tokens + ${tokens}, used_micros = used_micros + ${micros},
        held_tokens = held_tokens - open.tokens, held_micros = held_micros - open.micros from open where d.day = open.day
    ), ended as (
      update box_model_calls c set tokens = ${tokens}, micros = ${micros}, ended_at = now() from open
      where c.id = open.id returning c.box_id)
    update boxes set model_calls = model_calls + 1, tokens_in = tokens_in + ${tokensIn}, tokens_out = tokens_out + ${tokensOut},
      cost_micros = cost_micros + ${micros} from ended where boxes.id = ended.box_id`.execute(tx)
}

/**
 * Deletes calls that no budget counts any more: those of earlier days, unless the end of a call may still be written.
 */
export async function deleteOldCalls(store: Store): Promise<void> {
  await sql`delete from box_model_calls where started_at < now() - interval '2 days'
    and (ended_at is not null or not exists (select from boxes where boxes.id = box_id))`.execute(store)
  await sql`delete from box_model_days where day < ${TODAY} - 30`.execute(store)
}
