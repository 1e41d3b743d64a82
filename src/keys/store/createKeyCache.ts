import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#core/Access.ts'
import type { Database } from '#database/Database.ts'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import type { Store } from './tables.ts'

/** A key as the hot path knows it. */
export type CachedKey = {
  id: string
  developerId: string
  subject: string
  scopes: readonly Scope[]
  /** In milliseconds of the database's clock; infinite for a key without expiry. */
  expiresAt: number
  isRevoked: boolean
  verifiedAt: number
}

export type KeyCache = Disposable & {
  /** The key, if it is known here and was confirmed by the database within the last second. */
  peek(secret: string): CachedKey | undefined
  /** The key, from the database: one query, shared by everyone who asks meanwhile. */
  load(secret: string): Promise<CachedKey | undefined>
  /** Whether asking for it costs no look-up of its own: it is known here, if not confirmed, or just being asked for. */
  isKnown(secret: string): boolean
  /** Drops a key that was changed in this process, before any other request can use it. */
  forget(keyId: string): void
  isExpired(entry: CachedKey): boolean
}

type Options = {
  database: Pick<Database, 'tables' | 'listen' | 'log'>
  peppers: readonly [Uint8Array, ...Uint8Array[]]
  /** Milliseconds on a clock that never jumps. */
  elapsed: () => number
  /** The wall clock, which jumps: after a sleep of the machine, it alone knows how long that was. */
  now: () => number
  /** How often changes are looked for beside the wake-ups. */
  pollMs?: number | undefined
}

type State = Required<Options> & {
  store: Store
  entries: Map<string, CachedKey>
  loading: Map<string, Promise<CachedKey | undefined>>
  /** Up to where changes of keys have been read; undefined until the first key is known. */
  revision: number | undefined
  /** When the last answered read of changes was asked. */
  syncedAt: number
  syncing: Promise<void> | undefined
  usedAt: number
  timer: NodeJS.Timeout | undefined
  /** What to add to `elapsed` to get the database's clock. */
  clockOffset: number
  /** What to add to `elapsed` to get the wall clock, when the two were last set against the database's. */
  wallOffset: number
}

export const CHANNEL = 'keys'
const ENTRIES_MAX = 10_000
/** A revocation counts everywhere within a second: what is older than this is asked for again. */
const TRUST_MS = 900
const POLL_MS = 400
const JUMP_MS = 500
const IDLE_MS = 60_000

/** Known keys in memory. Wake-ups only hasten it; what makes it safe is that nothing unconfirmed is believed for long. */
export function createKeyCache(options: Options): KeyCache {
  const state: State = {
    ...options,
    pollMs: options.pollMs ?? POLL_MS,
    store: options.database.tables(),
    entries: new Map(),
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

/** The secret itself is not kept in memory. */
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

/** Whether the two clocks have moved apart: which of them is right, and so what has expired, the database must say. */
function hasJumped({ now, wallOffset }: State, elapsed: number): boolean {
  return Math.abs(now() - elapsed - wallOffset) > JUMP_MS
}

async function load(state: State, secret: string): Promise<CachedKey | undefined> {
  const print = fingerprint(secret)
  const askedAt = state.elapsed()
  if (state.entries.has(print)) {
    await sync(state)
    // The read joined above may have been asked long ago; one asked from now on is not.
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
  is_current: boolean
  revision: number
  now: number
}

async function lookUp(state: State, secret: string, print: string): Promise<CachedKey | undefined> {
  const verifiedAt = state.elapsed()
  const digests = state.peppers.map((pepper) => ApiKey.digest(secret, pepper))
  const { rows } = await sql<KeyRow>`
    select id, developer_id, subject, scopes, expires_at, revoked_at is not null as revoked,
      digest = ${digests[0]} as is_current, revision.revision, ${databaseNow} as now
    from api_keys, (select revision from key_revision) as revision where digest = any(${digests})`.execute(state.store)
  const [row] = rows
  if (!row) return undefined
  setClock(state, row.now, verifiedAt)
  if (!row.is_current) renewDigest(state, row.id, digests)
  const entry = toCachedKey(row, verifiedAt)
  state.revision ??= row.revision
  // Changes up to `state.revision` were applied before this row arrived, so an older row could undo one of them.
  if (row.revision >= state.revision) remember(state, print, entry)
  return entry
}

const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

function toCachedKey(row: KeyRow, verifiedAt: number): CachedKey {
  const { id, developer_id: developerId, subject, scopes, expires_at, revoked: isRevoked } = row
  const expiresAt = expires_at?.getTime() ?? Number.POSITIVE_INFINITY
  return { id, developerId, subject, scopes, expiresAt, isRevoked, verifiedAt }
}

function remember(state: State, print: string, entry: CachedKey): void {
  const [oldest] = state.entries.keys()
  if (state.entries.size >= ENTRIES_MAX && oldest !== undefined) state.entries.delete(oldest)
  state.entries.set(print, entry)
}

/** After a rotation of the root secret, each key moves to the new one when it is next used. */
function renewDigest({ store, database }: State, id: string, [current, previous]: Buffer[]): void {
  if (!current || !previous) return
  store
    .updateTable('api_keys')
    .set({ digest: current })
    .where('id', '=', id)
    .where('digest', '=', previous)
    .execute()
    .catch((err) => database.log.warn({ err }, 'a key still needs the previous secret'))
}

/** Keeps what is in use confirmed, so that requests need not wait; stops by itself when nothing is. */
async function poll(state: State): Promise<void> {
  await sync(state).catch(() => {})
  if (state.timer === undefined) return
  const isInUse = state.elapsed() - state.usedAt < IDLE_MS
  state.timer = isInUse ? setTimeout(poll, state.pollMs, state).unref() : undefined
}

/** Reads which keys were changed since the last time, and drops them. */
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
  if (keyIds.size === 0) return
  for (const [print, { id }] of state.entries) if (keyIds.has(id)) state.entries.delete(print)
}

function setClock(state: State, databaseTime: number, askedAt: number): void {
  const elapsed = state.elapsed()
  state.clockOffset = databaseTime - (askedAt + elapsed) / 2
  state.wallOffset = state.now() - elapsed
}
