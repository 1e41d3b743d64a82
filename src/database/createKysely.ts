import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type SpanStart, traced } from '#core/tracing.ts'
import type { ConnectionQueue } from './createConnectionQueue.ts'
import * as PostgresError from './PostgresError.ts'
import { preparedName } from './prepared.ts'

type GuardOptions = {
  /** Reports an error of a statement. */
  failed?(error: unknown): void
  /** Whether a connection stays with one server session, which keeps its prepared statements. Default: false */
  prepares?: boolean
}

/** Typed SQL over the pool; database failures become `unavailable`. */
export function createKysely(connections: ConnectionQueue, options?: GuardOptions): Kysely<unknown> {
  return kyselyOver(guardedPool(connections, options))
}

export function kyselyOver(pool: PostgresPool): Kysely<unknown> {
  return new Kysely({ dialect: new PostgresDialect({ pool, controlClient: pg.Client as never }) })
}

/** The pool, with our own errors; the same connection is always the same client. */
export function guardedPool({ pool, take }: ConnectionQueue, options: GuardOptions = {}): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await take().catch((error) => Promise.reject(PostgresError.toApiError(error)))
      const known = wrapped.get(client) ?? guard(client, options)
      wrapped.set(client, known)
      return known
    },
  }
}

/** A connection that failed or timed out is never reused, not even for the rollback: it may still be busy. */
function guard(client: pg.PoolClient, { failed = () => {}, prepares = false }: GuardOptions): PostgresPoolClient {
  let failure: unknown
  let isOutdated = false
  const run = async (text: string, values: unknown[]) => {
    const name = prepares && !isOutdated ? preparedName(text) : undefined
    if (name === undefined) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!PostgresError.isPlanOutdated(error)) throw error
      isOutdated = true
      return client.query(text, values)
    }
  }
  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (failure) throw failure
    try {
      return await traced(
        () => spanOf(sql),
        () => run(sql, [...parameters]),
      )
    } catch (error) {
      failed(error)
      const explained = PostgresError.toApiError(error)
      if (PostgresError.isConnectionLost(error)) failure = explained
      throw explained
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isOutdated || Boolean(failure)),
  }
}

const QUERY_TEXT_MAX = 1_000

/** The statement without its parameters. */
function spanOf(sql: string): SpanStart {
  const name = /^\s*\w+/.exec(sql)?.[0].trim().toUpperCase() ?? 'SQL'
  return {
    name,
    kind: 'client',
    facts: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, QUERY_TEXT_MAX) },
  }
}
