import { randomBytes } from 'node:crypto'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Served } from '#core/Door.ts'
import { deriveAll, type RootSecrets } from '#core/derive.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import * as ApiKey from './ApiKey.ts'
import * as Audit from './Audit.ts'
import { createKey } from './createKey.ts'
import type { Desk } from './Desk.ts'
import { CHANNEL, createDirectory, type Directory, type Entry } from './Directory.ts'
import * as Misses from './Misses.ts'
import { listKeys, reportKey, revokeKey } from './manageKeys.ts'
import { readAudit } from './readAudit.ts'
import { readUsage } from './readUsage.ts'
import { rotateKey } from './rotateKey.ts'
import type { Store } from './tables.ts'
import * as Usage from './Usage.ts'

type Resources = {
  database: Pick<Database, 'tables' | 'listen' | 'notify' | 'log'>
  secrets: RootSecrets
  /** Whether the person a key was made by is a trusted operator now; `admin:*` counts only then. */
  isOperator(subject: string): boolean
  now?: () => number
  /** Milliseconds on a clock that never jumps. */
  elapsed?: () => number
  random?: (size: number) => Uint8Array
}

export type Keys = AsyncDisposable & {
  operations: readonly Operation[]
  /** Whether a secret is meant as one of our keys rather than as a token. */
  looksLikeKey(secret: string): boolean
  /** The caller behind a key, at once while it is known here; throws `unauthenticated` otherwise. */
  authenticateKey(secret: string, address: string): Caller | Promise<Caller>
  /** To be told of every answer: usage, and denied scopes, are counted from it. */
  served(served: Served): void
  /** Writes what is still in memory. */
  flush(): Promise<void>
}

const USAGE_EVERY_MS = 1_000
const AUDIT_EVERY_MS = 60_000
const CLEANUP_EVERY_MS = 60 * 60_000

type State = {
  store: Store
  directory: Directory
  misses: Misses.Misses
  tally: Audit.Tally
  usage: Usage.Usage
  elapsed(): number
} & Pick<Resources, 'isOperator'>

/** API keys: making and ending them, recognising them on every request, and telling what they did. */
export function createKeys(resources: Resources): Keys {
  const { database, isOperator, now = Date.now, elapsed = () => performance.now(), random = randomBytes } = resources
  const store: Store = database.tables()
  const peppers = deriveAll(resources.secrets, 'api keys')
  const directory = createDirectory({ database, peppers, elapsed })
  const counts = { misses: Misses.create(), tally: new Map(), usage: Usage.create() }
  const state: State = { store, directory, ...counts, elapsed, isOperator }
  const timers = startTimers(state, database)
  return {
    operations: operationsOf(state, { store, pepper: peppers[0], changed: changedIn(state, database), now, random }),
    looksLikeKey: ApiKey.looksLikeOne,
    authenticateKey: (secret, address) => authenticate(state, secret, address),
    served: (served) => note(state, served, now()),
    flush: () => flush(state),
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
      directory[Symbol.dispose]()
      await flush(state).catch((err) => database.log.warn({ err }, 'the last usage of keys was not written'))
    },
  }
}

function operationsOf(state: State, desk: Desk): Operation[] {
  const { store, directory } = state
  return [
    createKey(desk),
    listKeys(desk),
    rotateKey(desk),
    revokeKey(desk),
    reportKey({ ...desk, identify: (secret) => directory.load(secret) }),
    readUsage({ ...desk, flush: () => Usage.write(store, state.usage) }),
    readAudit(desk),
  ]
}

function changedIn({ directory }: State, database: Pick<Database, 'notify'>): Desk['changed'] {
  return (keyId) => {
    directory.forget(keyId)
    database.notify(CHANNEL)
  }
}

function authenticate(state: State, secret: string, address: string): Caller | Promise<Caller> {
  const known = state.directory.peek(secret)
  if (known) return admit(state, known, address)
  if (!ApiKey.isWellFormed(secret)) throw refuse(state, { secret, address, reason: 'malformed' })
  const asking = { address, now: state.elapsed() }
  return Misses.charge(state.misses, asking, () => state.directory.load(secret)).then((entry) => {
    if (!entry) throw refuse(state, { secret, address, reason: 'unknown' })
    return admit(state, entry, address)
  })
}

function admit(state: State, entry: Entry, address: string): Caller {
  if (entry.isRevoked) throw refuse(state, { entry, address, reason: 'revoked' })
  if (state.directory.isExpired(entry)) throw refuse(state, { entry, address, reason: 'expired' })
  const { id: keyId, developerId, subject, scopes } = entry
  const isDemoted = scopes.includes('admin:*') && !state.isOperator(subject)
  const held = isDemoted ? scopes.filter((scope) => scope !== 'admin:*') : scopes
  return { kind: 'key', address, developerId, subject, keyId, scopes: held }
}

type Refusal = { entry?: Entry; secret?: string; address: string; reason: string }

/** One answer for every bad key, so that it tells nothing about which keys exist; the log knows the reason. */
function refuse({ tally }: State, { entry, secret, address, reason }: Refusal): ApiError {
  const detail = secret === undefined ? reason : `${reason} ${ApiKey.mask(secret)}`
  const whose = { developer_id: entry?.developerId ?? null, key_id: entry?.id ?? null }
  Audit.count(tally, { event: 'refused', ...whose, actor: null, address, detail }, reason)
  return new ApiError(
    'unauthenticated',
    'This API key is not valid: mistyped, expired, revoked or unknown. GET /api/developer/keys lists yours, POST makes one.',
  )
}

function note({ usage, tally }: State, served: Served, now: number): void {
  Usage.note(usage, served, now)
  const { caller, code, operation } = served
  if (code !== 'permission_denied' || caller?.kind !== 'key') return
  const whose = { developer_id: caller.developerId, key_id: caller.keyId, ...Audit.actorOf(caller) }
  const detail = operation?.name ?? 'unknown'
  Audit.count(tally, { event: 'scope_denied', ...whose, detail }, detail)
}

async function flush({ store, usage, tally }: State): Promise<void> {
  await Usage.write(store, usage)
  await Audit.write(store, tally)
}

function startTimers({ store, usage, tally }: State, { log }: Pick<Database, 'log'>): NodeJS.Timeout[] {
  const every = (ms: number, work: () => Promise<void>, failure: string) =>
    setInterval(() => work().catch((err) => log.warn({ err }, failure)), ms).unref()
  return [
    every(USAGE_EVERY_MS, () => Usage.write(store, usage), 'usage of keys was not written yet'),
    every(AUDIT_EVERY_MS, () => Audit.write(store, tally), 'refused keys were not written yet'),
    every(CLEANUP_EVERY_MS, () => Usage.forgetOld(store), 'old usage of keys was not cleaned up'),
  ]
}
