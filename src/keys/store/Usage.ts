import { sql } from 'kysely'
import type { Served } from '#core/ports.ts'
import { deleteInBatches } from '#database/deleteInBatches.ts'
import type { Store } from './tables.ts'

type Request = {
  keyId: string
  at: number
  operation: string
  status: number
  code: string | null
  durationMs: number
  requestId: string
}
type Count = { keyId: string; day: string; operation: string; status: number; count: number }

/** Calls of one key since its last write: all are counted, and they are listed up to a maximum. */
type KeyUsage = {
  since: number
  lastUsed: number
  calls: number
  counts: Map<string, Count>
  requests: Request[]
}

/** Calls that are not written yet, by key. */
export type Usage = { keys: Map<string, KeyUsage>; listed: number }

/** Listed calls in memory, about 20 MB; from half of it on, every key is written. */
const REQUESTS_MAX = 100_000
/** Calls of a key in one row: a row per call would cost more than most calls. */
const CALLS_PER_ROW = 100
/** A key is written once it has this many calls per row that it takes, */
const CALLS_PER_WRITTEN_ROW = 10
/** or once its oldest call waits this long. */
const AGE_MAX_MS = 60_000

export function create(): Usage {
  return { keys: new Map(), listed: 0 }
}

export function note(usage: Usage, served: Served, now: number): void {
  const { caller, operation, status } = served
  if (caller?.kind !== 'key' || !operation) return
  const { keyId } = caller
  const key = usage.keys.get(keyId) ?? createKey(now)
  usage.keys.set(keyId, key)
  key.lastUsed = now
  key.calls++
  countCall(key, { keyId, day: dayOf(now), operation: operation.name, status })
  if (usage.listed >= REQUESTS_MAX) return
  const { code = null, durationMs, requestId } = served
  usage.listed++
  key.requests.push({ keyId, at: now, operation: operation.name, status, code, durationMs, requestId })
}

function createKey(now: number): KeyUsage {
  return { since: now, lastUsed: now, calls: 0, counts: new Map(), requests: [] }
}

function countCall({ counts }: KeyUsage, call: Omit<Count, 'count'>): void {
  const name = `${call.day} ${call.operation} ${call.status}`
  const known = counts.get(name)
  if (known) known.count++
  else counts.set(name, { ...call, count: 1 })
}

/** Writes the keys that are due. The faster a key is used, the more of its calls share a row. */
export function writeDue(store: Store, usage: Usage, now: number): Promise<void> {
  const isCrowded = usage.listed >= REQUESTS_MAX / 2
  return write(store, usage, (key) => isCrowded || isDue(key, now))
}

function isDue({ since, calls, counts, requests }: KeyUsage, now: number): boolean {
  const rows = 1 + counts.size + Math.ceil(requests.length / CALLS_PER_ROW)
  return calls >= CALLS_PER_WRITTEN_ROW * rows || now - since >= AGE_MAX_MS
}

/** Writes one key. */
export function writeKey(store: Store, usage: Usage, keyId: string): Promise<void> {
  const wanted = usage.keys.get(keyId)
  return write(store, usage, (key) => key === wanted)
}

/** Writes keys and clears them, without waiting for the disk: a crash loses the calls since the last write. */
export async function write(
  store: Store,
  usage: Usage,
  isWanted: (key: KeyUsage) => boolean = () => true,
): Promise<void> {
  const taken = [...usage.keys].filter(([, key]) => isWanted(key))
  if (taken.length === 0) return
  for (const [keyId, { requests }] of taken) {
    usage.keys.delete(keyId)
    usage.listed -= requests.length
  }
  try {
    await store.transaction().execute((tx) => writeAll(tx, new Map(taken)))
  } catch (error) {
    for (const [keyId, key] of taken) putBack(usage, keyId, key)
    throw error
  }
}

async function writeAll(store: Store, keys: ReadonlyMap<string, KeyUsage>): Promise<void> {
  const all = [...keys.values()]
  await sql`set local synchronous_commit = off`.execute(store)
  await writeLastUsed(store, new Map([...keys].map(([keyId, { lastUsed }]) => [keyId, lastUsed])))
  await writeCounts(
    store,
    all.flatMap(({ counts }) => [...counts.values()]),
  )
  await writeRequests(
    store,
    all.flatMap(({ requests }) => requests),
  )
}

function putBack(usage: Usage, keyId: string, taken: KeyUsage): void {
  const newer = usage.keys.get(keyId)
  const room = Math.max(0, REQUESTS_MAX - usage.listed)
  const requests = taken.requests.slice(0, room)
  usage.listed += requests.length
  const counts = new Map(taken.counts)
  for (const [name, row] of newer?.counts ?? [])
    counts.set(name, { ...row, count: row.count + (counts.get(name)?.count ?? 0) })
  usage.keys.set(keyId, {
    since: taken.since,
    lastUsed: newer?.lastUsed ?? taken.lastUsed,
    calls: taken.calls + (newer?.calls ?? 0),
    counts,
    requests: [...requests, ...(newer?.requests ?? [])],
  })
}

// Rows are written in the order of their keys, so that two replicas cannot deadlock.
async function writeLastUsed(store: Store, lastUsed: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    insert into key_last_used (key_id, at)
    select key_id, to_timestamp(at / 1000) from unnest(${[...lastUsed.keys()]}::text[], ${[...lastUsed.values()]}::float8[])
      as used (key_id, at) order by key_id
    on conflict (key_id) do update set at = greatest(key_last_used.at, excluded.at)`.execute(store)
}

async function writeCounts(store: Store, counts: readonly Count[]): Promise<void> {
  await sql`
    insert into key_usage (key_id, day, operation, status, count)
    select * from unnest(${counts.map((row) => row.keyId)}::text[], ${counts.map((row) => row.day)}::date[],
      ${counts.map((row) => row.operation)}::text[], ${counts.map((row) => row.status)}::smallint[],
      ${counts.map((row) => row.count)}::bigint[]) as used (key_id, day, operation, status, count)
    order by key_id, day, operation, status
    on conflict (key_id, day, operation, status) do update set count = key_usage.count + excluded.count`.execute(store)
}

/** The newest call of a row is in its columns, the others are in `more`. */
async function writeRequests(store: Store, requests: readonly Request[]): Promise<void> {
  const rows = [...Map.groupBy(requests, ({ keyId }) => keyId).values()].flatMap(inRows)
  await sql`
    insert into key_requests (key_id, at, operation, status, code, duration_ms, request_id, more)
    select key_id, to_timestamp(at / 1000), operation, status, code, duration_ms, request_id, more
    from unnest(${rows.map(({ keyId }) => keyId)}::text[], ${rows.map(({ at }) => at)}::float8[],
      ${rows.map(({ operation }) => operation)}::text[], ${rows.map(({ status }) => status)}::smallint[],
      ${rows.map(({ code }) => code)}::text[], ${rows.map(({ durationMs }) => durationMs)}::real[],
      ${rows.map(({ requestId }) => requestId)}::text[], ${rows.map(({ more }) => more)}::jsonb[])
      as used (key_id, at, operation, status, code, duration_ms, request_id, more)`.execute(store)
}

type RequestRow = Request & { more: string | null }

function inRows(requests: readonly Request[]): RequestRow[] {
  const rows: RequestRow[] = []
  for (let start = 0; start < requests.length; start += CALLS_PER_ROW) {
    const [newest, ...older] = requests.slice(start, start + CALLS_PER_ROW).toReversed()
    const more = older.map((call) => [call.at, call.operation, call.status, call.code, call.durationMs, call.requestId])
    if (newest) rows.push({ ...newest, more: more.length === 0 ? null : JSON.stringify(more) })
  }
  return rows
}

/** Deletes single calls after 7 days, and daily counts after 90. */
export async function forgetOld(store: Store): Promise<void> {
  await deleteInBatches(store, 'key_requests', sql`at < now() - interval '7 days'`)
  await deleteInBatches(store, 'key_usage', sql`day < current_date - 90`)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

type DailyCount = { day: string; operation: string; status: number; count: number }

export async function readCounts(store: Store, keyId: string, days: number): Promise<DailyCount[]> {
  const { rows } = await sql<DailyCount>`
    select to_char(day, 'YYYY-MM-DD') as day, operation, status, count from key_usage
    where key_id = ${keyId} and day > current_date - ${days}::integer
    order by key_usage.day desc, operation, status`.execute(store)
  return rows
}

type ListedRequest = Omit<Request, 'keyId' | 'at'> & { id: number; place: number; at: Date }

/** Single calls of a key, newest first, after the one at `cursor`: the id of a row, and a place in it. */
export async function listRequests(
  store: Store,
  keyId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<ListedRequest[]> {
  const [id = null, place = String(CALLS_PER_ROW)] = cursor?.split('-') ?? []
  const { rows } = await sql<ListedRequest>`
    select r.id, c.* from (
      select * from key_requests where key_id = ${keyId} and at > now() - interval '7 days'
        and (${id}::bigint is null or id <= ${id}::bigint) order by id desc limit ${limit + 1}
    ) r cross join lateral (
      select 0 as place, r.at, r.operation, r.status::int4, r.code, r.duration_ms as "durationMs", r.request_id as "requestId"
      union all
      select n::int4, to_timestamp((call->>0)::float8 / 1000), call->>1, (call->>2)::int4, call->>3, (call->>4)::real, call->>5
      from jsonb_array_elements(coalesce(r.more, '[]')) with ordinality as m(call, n)
    ) c where ${id}::bigint is null or (r.id, -c.place) < (${id}::bigint, -${place}::int4)
    order by r.id desc, c.place limit ${limit}`.execute(store)
  return rows
}

/** The cursor of the calls after this one. */
export function cursorAfter({ id, place }: ListedRequest): string {
  return `${id}-${place}`
}
