import { randomBytes } from 'node:crypto'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { type AuditLog, actorOf } from '#core/AuditLog.ts'
import type { Served } from '#core/Door.ts'
import { deriveAll, type RootSecrets } from '#core/derive.ts'
import type { Operation } from '#core/Operation.ts'
import { createOwnerQueue } from '#database/createOwnerQueue.ts'
import type { Database } from '#database/Database.ts'
import * as ApiKey from './ApiKey.ts'
import type { KeyContext } from './Context.ts'
import { type CachedKey, CHANNEL, createKeyCache, type KeyCache } from './createKeyCache.ts'
import { createKey } from './endpoints/createKey.ts'
import { listKeys } from './endpoints/listKeys.ts'
import { readKeyUsage } from './endpoints/readKeyUsage.ts'
import { reportKey } from './endpoints/reportKey.ts'
import { revokeKey } from './endpoints/revokeKey.ts'
import { rotateKey } from './endpoints/rotateKey.ts'
import { createOriginOf, type OriginOf } from './store/createOriginOf.ts'
import type { Store } from './store/tables.ts'
import * as Usage from './store/Usage.ts'
import * as UnknownKeyLimit from './UnknownKeyLimit.ts'

type Resources = {
  database: Pick<Database, 'tables' | 'listen' | 'notify' | 'log'>
  secrets: RootSecrets
  audit: AuditLog
  /** Whether the person a key was made by is a trusted operator now; `admin:*` counts only then. */
  isOperator(subject: string): boolean
  now?: () => number
  /** Milliseconds on a clock that never jumps. */
  elapsed?: () => number
  random?: (size: number) => Uint8Array
  /** How often changes of keys are looked for beside the wake-ups. */
  pollMs?: number | undefined
  /** How long a change waits for others of its developer before it is refused. */
  queueWaitMaxMs?: number | undefined
}

export type Keys = AsyncDisposable & {
  operations: readonly Operation[]
  /** Whether a secret is meant as one of our keys rather than as a token. */
  looksLikeKey(secret: string): boolean
  /** The caller behind a key, at once while it is known here; throws `unauthenticated` otherwise. */
  authenticateKey(secret: string, address: string): Caller | Promise<Caller>
  /** The first key of the chain of rotations a key belongs to. */
  originOf: OriginOf
  /** To be told of every answer: usage, and denied scopes, are counted from it. */
  served(served: Served): void
  /** Writes the usage that is still in memory. */
  flush(): Promise<void>
}

const USAGE_EVERY_MS = 1_000
const CLEANUP_EVERY_MS = 60 * 60_000

type State = {
  store: Store
  cache: KeyCache
  unknownKeys: UnknownKeyLimit.UnknownKeyLimit
  usage: Usage.Usage
  elapsed(): number
} & Pick<Resources, 'audit' | 'isOperator'>

/** API keys: making and ending them, recognising them on every request, and telling what they did. */
export function createKeys(resources: Resources): Keys {
  const {
    database,
    audit,
    isOperator,
    now = Date.now,
    elapsed = () => performance.now(),
    random = randomBytes,
  } = resources
  const store: Store = database.tables()
  const peppers = deriveAll(resources.secrets, 'api keys')
  const cache = createKeyCache({ database, peppers, elapsed, now, pollMs: resources.pollMs })
  const counts = { unknownKeys: UnknownKeyLimit.create(), usage: Usage.create() }
  const state: State = { store, cache, ...counts, audit, elapsed, isOperator }
  const changed = changedIn(cache, database)
  const queue = createOwnerQueue(resources.queueWaitMaxMs)
  const timers = startTimers(state, database)
  return {
    operations: operationsOf(state, { store, audit, queue, pepper: peppers[0], changed, now, random }),
    looksLikeKey: ApiKey.looksLikeOne,
    originOf: createOriginOf(store),
    authenticateKey: (secret, address) => authenticate(state, secret, address),
    served: (served) => note(state, served, now()),
    flush: () => Usage.write(store, state.usage),
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
      cache[Symbol.dispose]()
      await Usage.write(store, state.usage).catch((err) =>
        database.log.warn({ err }, 'the last usage of keys was not written'),
      )
    },
  }
}

function operationsOf({ store, cache, usage }: State, context: KeyContext): Operation[] {
  return [
    createKey(context),
    listKeys(context),
    rotateKey(context),
    revokeKey(context),
    reportKey({ ...context, identify: (secret) => cache.load(secret) }),
    readKeyUsage({ ...context, flush: () => Usage.write(store, usage) }),
  ]
}

function changedIn(cache: KeyCache, database: Pick<Database, 'notify'>): KeyContext['changed'] {
  return (keyId) => {
    cache.forget(keyId)
    database.notify(CHANNEL)
  }
}

function authenticate(state: State, secret: string, address: string): Caller | Promise<Caller> {
  const known = state.cache.peek(secret)
  if (known) return admit(state, known, address)
  if (!ApiKey.isWellFormed(secret)) throw refuse(state, { secret, address, reason: 'malformed' })
  const asking = { address, now: state.elapsed() }
  const lookUp = () => state.cache.load(secret)
  const found = state.cache.isKnown(secret) ? lookUp() : UnknownKeyLimit.charge(state.unknownKeys, asking, lookUp)
  return found.then((entry) => {
    if (!entry) throw refuse(state, { secret, address, reason: 'unknown' })
    return admit(state, entry, address)
  })
}

function admit(state: State, entry: CachedKey, address: string): Caller {
  if (entry.isRevoked) throw refuse(state, { entry, address, reason: 'revoked' })
  if (state.cache.isExpired(entry)) throw refuse(state, { entry, address, reason: 'expired' })
  const { id: keyId, developerId, subject, scopes } = entry
  const isDemoted = scopes.includes('admin:*') && !state.isOperator(subject)
  const held = isDemoted ? scopes.filter((scope) => scope !== 'admin:*') : scopes
  return { kind: 'key', address, developerId, subject, keyId, scopes: held }
}

type Refusal = { entry?: CachedKey; secret?: string; address: string; reason: string }

/** One answer for every bad key, so that it tells nothing about which keys exist; the log knows the reason. */
function refuse({ audit }: State, { entry, secret, address, reason }: Refusal): ApiError {
  const detail = secret === undefined ? reason : `${reason} ${ApiKey.mask(secret)}`
  const whose = { developerId: entry?.developerId ?? null, target: entry?.id ?? null }
  audit.count({ event: 'refused', ...whose, actor: null, address, detail }, reason)
  return new ApiError(
    'unauthenticated',
    'This API key is not valid: mistyped, expired, revoked or unknown. GET /api/developer/keys lists yours, POST makes one.',
  )
}

function note({ usage, audit }: State, served: Served, now: number): void {
  Usage.note(usage, served, now)
  const { caller, code, operation } = served
  if (code !== 'permission_denied' || caller?.kind !== 'key') return
  const whose = { developerId: caller.developerId, target: caller.keyId, ...actorOf(caller) }
  const detail = operation?.name ?? 'unknown'
  audit.count({ event: 'scope_denied', ...whose, detail }, detail)
}

function startTimers({ store, usage }: State, { log }: Pick<Database, 'log'>): NodeJS.Timeout[] {
  const every = (ms: number, work: () => Promise<void>, failure: string) =>
    setInterval(() => work().catch((err) => log.warn({ err }, failure)), ms).unref()
  return [
    every(USAGE_EVERY_MS, () => Usage.write(store, usage), 'usage of keys was not written yet'),
    every(CLEANUP_EVERY_MS, () => Usage.forgetOld(store), 'old usage of keys was not cleaned up'),
  ]
}
