import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { CallLimit, Scope } from '#core/Access.ts'
import type { Database } from '#database/Database.ts'
import { matcherOf } from '#keys/rules/AllowedNetworks.ts'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import { limitsOf } from '#keys/rules/Restrictions.ts'
import type { Store } from './tables.ts'

export type CachedKey = {
  id: string
  developerId: string
  subject: string
  scopes: readonly Scope[]
  /** In milliseconds on the database's clock; infinite for a key without expiry. */
  expiresAt: number
  isRevoked: boolean
  verifiedAt: number
  /** Absent for a key that works everywhere. */
  isAllowed?: (address: string) => boolean
  callLimits?: readonly CallLimit[]
}

export type KeyCache = Disposable & {
  /** The key, if it is cached and the database confirmed it within the last second. */
  peek(secret: string): CachedKey | undefined
  /** The key from the database, by one query that concurrent calls share. */
  load(secret: string): Promise<CachedKey | undefined>
  /** Whether `load` needs no look-up of its own: the key is cached, or a look-up is under way. */
  isKnown(secret: string): boolean
  /** Drops a key that this process changed, before another request can use it. */
  forget(keyId: string): void
  isExpired(entry: CachedKey): boolean
}

type Options = {
  database: Pick<Database, 'tables' | 'listen' | 'log'>
  peppers: readonly [Uint8Array, ...Uint8Array[]]
  /** A monotonic clock in milliseconds. */
  elapsed: () => number
  /** The wall clock, the only one that includes the time during which the machine slept. */
  now: () => number
  /** How often changes are read, in addition to wake-ups. */
  pollMs?: number | undefined
}

type State = Required<Options> & {
  store: Store
  entries: Map<string, CachedKey>
  /** The entry of each key, so that a change need not look at all of them. */
  prints: Map<string, string>
  loading: Map<string, Promise<CachedKey | undefined>>
  /** The revision up to which changes were read; undefined until the first key is cached. */
  revision: number | undefined
  /** When the last successful read of changes started. */
  syncedAt: number
  syncing: Promise<void> | undefined
  usedAt: number
  timer: NodeJS.Timeout | undefined
  /** The database's clock minus `elapsed`. */
  clockOffset: number
  /** The wall clock minus `elapsed`, at the last comparison with the database's clock. */
  wallOffset: number
}

export const CHANNEL = 'keys'
/** About 800 MB; only keys that exist are cached, so nobody can fill it with invented ones. */
const ENTRIES_MAX = 1_000_000
/** A revocation takes effect everywhere within a second, so an older confirmation is renewed. */
const TRUST_MS = 900
const POLL_MS = 400
const JUMP_MS = 500
const IDLE_MS = 60_000

/** Keys in memory. Safe without wake-ups: an entry that the database has not confirmed lately is not used. */
export function createKeyCache(options: Options): KeyCache {
  const state: State = {
    ...options,
    pollMs: options.pollMs ?? POLL_MS,
    store: options.database.tables(),
    entries: new Map(),
    prints: new Map(),
    loading: new Map(),
    revision: undefined,
    syncedAt: Number.NEGATIVE_INFINITY,
    syncing: undefined,
    usedAt: Number.NEGATIVE_INFINITY,
    timer: undefined,
    clockOffset: 0,
    wallOffset: options.now() - options.elapsed(),
  }
  const wakeUps = options.database.listen(CHANNEL, () => {
    if (state.entries.size > 0) sync(state).catch(() => {})
  })
  return {
    peek: (secret) => peek(state, fingerprint(secret)),
    load: (secret) => load(state, secret),
    isKnown: (secret) => isKnown(state, fingerprint(secret)),
    forget: (keyId) => drop(state, new Set([keyId])),
    isExpired: ({ expiresAt }) => expiresAt <= state.elapsed() + state.clockOffset,
    [Symbol.dispose]() {
      wakeUps[Symbol.dispose]()
      clearTimeout(state.timer)
      state.timer = undefined
      state.usedAt = Number.NEGATIVE_INFINITY
    },
  }
}

function isKnown({ entries, loading }: State, print: string): boolean {
  return entries.has(print) || loading.has(print)
}

/** Keeps the secret itself out of memory. */
function fingerprint(secret: string): string {
  return hash('sha256', secret, 'base64')
}

function peek(state: State, print: string): CachedKey | undefined {
  const entry = state.entries.get(print)
  if (!entry || entry.isRevoked) return entry
  const now = state.elapsed()
  if (now - Math.max(entry.verifiedAt, state.syncedAt) > TRUST_MS) return undefined
  if (Number.isFinite(entry.expiresAt) && hasJumped(state, now)) return undefined
  state.usedAt = now
  state.timer ??= setTimeout(poll, state.pollMs, state).unref()
  return entry
}

/** Whether the two clocks have drifted apart; the database then decides which keys have expired. */
function hasJumped({ now, wallOffset }: State, elapsed: number): boolean {
  return Math.abs(now() - elapsed - wallOffset) > JUMP_MS
}

async function load(state: State, secret: string): Promise<CachedKey | undefined> {
  const print = fingerprint(secret)
  const askedAt = state.elapsed()
  if (state.entries.has(print)) {
    await sync(state)
    // The shared read may have started long before this call.
    if (askedAt - state.syncedAt > TRUST_MS) await sync(state)
    const entry = state.entries.get(print)
    if (entry) return entry
  }
  return state.loading.get(print) ?? startLookUp(state, secret, print)
}

function startLookUp(state: State, secret: string, print: string): Promise<CachedKey | undefined> {
  const query = lookUp(state, secret, print).finally(() => state.loading.delete(print))
  state.loading.set(print, query)
  return query
}

type KeyRow = {
  id: string
  developer_id: string
  subject: string
  scopes: Scope[]
  expires_at: Date | null
  revoked: boolean
  networks: string[] | null
  calls_per_minute: number | null
  limit_key: string | null
  limit_calls: number | null
  is_current: boolean
  revision: number
  now: number
}

async function lookUp(state: State, secret: string, print: string): Promise<CachedKey | undefined> {
  const verifiedAt = state.elapsed()
  const digests = state.peppers.map((pepper) => ApiKey.digest(secret, pepper))
  const { rows } = await sql<KeyRow>`
    select id, developer_id, subject, scopes, expires_at, revoked_at is not null as revoked, networks, calls_per_minute,
      limit_key, limit_calls, digest = ${digests[0]} as is_current, revision.revision, ${databaseNow} as now
    from api_keys, (select revision from key_revision) as revision where digest = any(${digests})`.execute(state.store)
  const [row] = rows
  if (!row) return undefined
  setClock(state, row.now, verifiedAt)
  if (!row.is_current) renewDigest(state, row.id, digests)
  const entry = toCachedKey(row, verifiedAt)
  state.revision ??= row.revision
  // Changes up to `state.revision` are applied already, and an older row could undo one of them.
  if (row.revision >= state.revision) remember(state, print, entry)
  return entry
}

const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

function toCachedKey(row: KeyRow, verifiedAt: number): CachedKey {
  const { id, developer_id: developerId, subject, scopes, expires_at, revoked: isRevoked } = row
  const expiresAt = expires_at?.getTime() ?? Number.POSITIVE_INFINITY
  const entry = { id, developerId, subject, scopes, expiresAt, isRevoked, verifiedAt }
  if (row.networks === null && row.calls_per_minute === null) return entry
  return {
    ...entry,
    ...(row.networks && { isAllowed: matcherOf(row.networks) }),
    ...(row.calls_per_minute !== null && { callLimits: limitsOf(row) }),
  }
}

function remember(state: State, print: string, entry: CachedKey): void {
  const [oldest] = state.entries.keys()
  if (state.entries.size >= ENTRIES_MAX && oldest !== undefined) remove(state, oldest)
  state.entries.set(print, entry)
  state.prints.set(entry.id, print)
}

/** After a rotation of the root secret, each key gets a digest with the new one on its next use. */
function renewDigest({ store, database }: State, id: string, [current, previous]: Buffer[]): void {
  if (!current || !previous) return
  store
    .updateTable('api_keys')
    .set({ digest: current })
    .where('id', '=', id)
    .where('digest', '=', previous)
    .execute()
    .catch((err) =>
      database.log.warn({ err }, 'failed to renew the digest of a key, which still needs the previous secret'),
    )
}

/** Keeps the entries in use confirmed, so that requests need not wait; stops when none is in use. */
async function poll(state: State): Promise<void> {
  await sync(state).catch(() => {})
  if (state.timer === undefined) return
  const isInUse = state.elapsed() - state.usedAt < IDLE_MS
  state.timer = isInUse ? setTimeout(poll, state.pollMs, state).unref() : undefined
}

/** Drops the keys that changed since the last read. */
function sync(state: State): Promise<void> {
  state.syncing ??= readChanges(state).finally(() => {
    state.syncing = undefined
  })
  return state.syncing
}

async function readChanges(state: State): Promise<void> {
  const askedAt = state.elapsed()
  const { rows } = await sql<{ revision: number; changed: string[]; now: number }>`
    select revision, array(select id from api_keys where revision > ${state.revision ?? 0}) as changed, ${databaseNow} as now
    from key_revision`.execute(state.store)
  const [row] = rows
  if (!row) return
  setClock(state, row.now, askedAt)
  drop(state, new Set(row.changed))
  state.revision = row.revision
  state.syncedAt = askedAt
}

function drop(state: State, keyIds: ReadonlySet<string>): void {
  for (const id of keyIds) {
    const print = state.prints.get(id)
    if (print !== undefined) remove(state, print)
  }
}

function remove({ entries, prints }: State, print: string): void {
  const entry = entries.get(print)
  entries.delete(print)
  if (entry) prints.delete(entry.id)
}

function setClock(state: State, databaseTime: number, askedAt: number): void {
  const elapsed = state.elapsed()
  state.clockOffset = databaseTime - (askedAt + elapsed) / 2
  state.wallOffset = state.now() - elapsed
}
