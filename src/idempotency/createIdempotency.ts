import { type Kysely, sql, type Transaction } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import { principal } from '#core/Caller.ts'
import { every } from '#core/every.ts'
import type { Answer, Idempotently, IdempotentRequest } from '#core/ports.ts'
import { createOwnerQueue, type OwnerQueue } from '#database/createOwnerQueue.ts'
import type { Database } from '#database/Database.ts'
import { deleteInBatches } from '#database/deleteInBatches.ts'
import { transaction } from '#database/transaction.ts'

export type Idempotency = AsyncDisposable & {
  idempotently: Idempotently
  /** Deletes responses older than a day; also runs every hour. */
  forgetOld(): Promise<void>
}

const CLEANUP_EVERY_MS = 60 * 60_000

type Resources = {
  database: Pick<Database, 'kysely' | 'log'>
  /** How long a request may queue behind others of its principal. */
  queueWaitMaxMs?: number | undefined
}

/** Stores responses for 24 hours under the caller's key, so that a repeated request has no second effect. */
export function createIdempotency({ database, queueWaitMaxMs }: Resources): Idempotency {
  const { kysely, log } = database
  const failed = (err: unknown) => log.warn({ err }, 'failed to delete old idempotent responses')
  const timer = every(CLEANUP_EVERY_MS, () => forgetOld(kysely), failed)
  return {
    idempotently: oneByOne(
      (claim, execute) => transaction(kysely, (tx) => once(tx, claim, execute)),
      createOwnerQueue(queueWaitMaxMs),
    ),
    forgetOld: () => forgetOld(kysely),
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
    },
  }
}

type Execute = Parameters<Idempotently>[1]

/** Queues the requests of one principal before they take a connection; a second request with the same key fails at once. */
function oneByOne(execute: (claim: Claim, execute: Execute) => Promise<Answer>, queue: OwnerQueue): Idempotently {
  const running = new Set<string>()
  return async (request, effect) => {
    const claim = { ...request, principal: principal(request.caller) }
    const name = nameOf(claim)
    if (running.has(name)) throw stillRunning()
    running.add(name)
    return queue.run(claim.principal, () => execute(claim, effect)).finally(() => running.delete(name))
  }
}

function nameOf({ principal, operation, key }: Claim): string {
  return JSON.stringify([principal, operation, key])
}

function stillRunning(): ApiError {
  const message = 'The first request with this Idempotency-Key is still running. Try again in a moment.'
  return new ApiError('aborted', message, { headers: { 'retry-after': '1' } })
}

/** Claims the row before the effect and in its transaction, so that both commit or neither does. */
async function once(transaction: Transaction<unknown>, claim: Claim, execute: Execute): Promise<Answer> {
  if (await claimed(transaction, claim)) {
    const answer = await execute(transaction)
    await keep(transaction, claim, answer)
    return { ...answer, replayed: false }
  }
  return replay(transaction, claim)
}

type Claim = IdempotentRequest & { principal: string }

/** True for the first request; throws `aborted` while it runs, instead of holding a connection to wait for it. */
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
  if (!rows[0]?.free) throw stillRunning()
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

type StoredResponse = { fingerprint: string; status: number; body: unknown }

async function replay(transaction: Transaction<unknown>, claim: Claim): Promise<Answer> {
  const { principal, operation, key } = claim
  const { rows } = await sql<StoredResponse>`select fingerprint, status, body from idempotent_answers
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
  await deleteInBatches(kysely, 'idempotent_answers', sql`created_at < now() - interval '24 hours'`)
}
