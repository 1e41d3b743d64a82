import { type Kysely, sql, type Transaction } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import { principal } from '#core/Caller.ts'
import type { Answer, Idempotently, IdempotentRequest } from '#core/Door.ts'
import { createOwnerQueue, type OwnerQueue } from '#database/createOwnerQueue.ts'
import type { Database } from '#database/Database.ts'
import { transaction } from '#database/transaction.ts'

export type Idempotency = AsyncDisposable & {
  idempotently: Idempotently
  /** Removes answers older than a day; happens by itself every hour. */
  forgetOld(): Promise<void>
}

const CLEANUP_EVERY_MS = 60 * 60_000

type Resources = {
  database: Pick<Database, 'kysely' | 'log'>
  /** How long a request waits for others of its principal before it is refused. */
  queueWaitMaxMs?: number | undefined
}

/** Answers kept for 24 hours under the caller's key, so that a repeated request is not a repeated effect. */
export function createIdempotency({ database, queueWaitMaxMs }: Resources): Idempotency {
  const { kysely, log } = database
  const cleanUp = () => forgetOld(kysely).catch((err) => log.warn({ err }, 'old idempotent answers were not removed'))
  const timer = setInterval(cleanUp, CLEANUP_EVERY_MS).unref()
  return {
    idempotently: oneByOne(
      (claim, execute) => transaction(kysely, (tx) => once(tx, claim, execute)),
      createOwnerQueue(queueWaitMaxMs),
    ),
    forgetOld: () => forgetOld(kysely),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
    },
  }
}

type Execute = Parameters<Idempotently>[1]

/** Requests of one principal wait for each other before they take a connection; the second of a key is told at once. */
function oneByOne(execute: (claim: Claim, execute: Execute) => Promise<Answer>, queue: OwnerQueue): Idempotently {
  const atWork = new Set<string>()
  return async (request, effect) => {
    const claim = { ...request, principal: principal(request.caller) }
    const name = nameOf(claim)
    if (atWork.has(name)) throw stillAtWork()
    atWork.add(name)
    return queue.run(claim.principal, () => execute(claim, effect)).finally(() => atWork.delete(name))
  }
}

function nameOf({ principal, operation, key }: Claim): string {
  return JSON.stringify([principal, operation, key])
}

function stillAtWork(): ApiError {
  const message = 'The first request with this Idempotency-Key is still at work. Ask again in a moment.'
  return new ApiError('aborted', message, { headers: { 'retry-after': '1' } })
}

/** The row is claimed before the effect and in its transaction: both stand or neither does. */
async function once(transaction: Transaction<unknown>, claim: Claim, execute: Execute): Promise<Answer> {
  if (await claimed(transaction, claim)) {
    const answer = await execute(transaction)
    await keep(transaction, claim, answer)
    return { ...answer, replayed: false }
  }
  return replay(transaction, claim)
}

type Claim = IdempotentRequest & { principal: string }

/** True for the first; throws `aborted` while the first is at work, instead of holding a connection to wait for it. */
async function claimed(transaction: Transaction<unknown>, claim: Claim): Promise<boolean> {
  const { principal, operation, key, fingerprint } = claim
  const { rows } = await sql<{ free: boolean; claimed: boolean }>`
    with lock as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${nameOf(claim)}, 7)) as free
    ), claim as (
      insert into idempotent_answers as kept (principal, operation, key, fingerprint)
      select ${principal}, ${operation}, ${key}, ${fingerprint} from lock where free
      on conflict (principal, operation, key) do update
        set fingerprint = excluded.fingerprint, status = null, body = null, created_at = now()
        where kept.created_at < now() - interval '24 hours'
      returning key
    )
    select free, exists (select from claim) as claimed from lock`.execute(transaction)
  if (!rows[0]?.free) throw stillAtWork()
  return rows[0].claimed
}

async function keep(
  transaction: Transaction<unknown>,
  { principal, operation, key }: Claim,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await sql`update idempotent_answers set status = ${status}, body = ${JSON.stringify(body ?? null)}::jsonb
    where principal = ${principal} and operation = ${operation} and key = ${key}`.execute(transaction)
}

type Kept = { fingerprint: string; status: number; body: unknown }

async function replay(transaction: Transaction<unknown>, claim: Claim): Promise<Answer> {
  const { principal, operation, key } = claim
  const { rows } = await sql<Kept>`select fingerprint, status, body from idempotent_answers
    where principal = ${principal} and operation = ${operation} and key = ${key}`.execute(transaction)
  const [kept] = rows
  if (kept?.fingerprint !== claim.fingerprint)
    throw new ApiError(
      'failed_precondition',
      'This Idempotency-Key was used with another request. Send a new key, or the same request as before.',
      { status: 422 },
    )
  return { status: kept.status, body: kept.body, replayed: true }
}

async function forgetOld(kysely: Kysely<unknown>): Promise<void> {
  await sql`delete from idempotent_answers where created_at < now() - interval '24 hours'`.execute(kysely)
}
