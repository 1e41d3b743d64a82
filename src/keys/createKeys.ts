import { randomBytes } from 'node:crypto'
import { type Caller, OPERATOR_SCOPES } from '#core/Access.ts'
import type { Announce } from '#core/Announcement.ts'
import { ApiError } from '#core/ApiError.ts'
import { type AuditLog, actorOf } from '#core/AuditLog.ts'
import { isKeyFormat } from '#core/apiKeyFormat.ts'
import { deriveAll, type RootSecrets } from '#core/derive.ts'
import { every } from '#core/every.ts'
import type { Operation } from '#core/Operation.ts'
import type { Served } from '#core/ports.ts'
import { createOwnerQueue } from '#database/createOwnerQueue.ts'
import type { Database } from '#database/Database.ts'
import type { Context } from './Context.ts'
import { operations } from './operations.ts'
import * as ApiKey from './rules/ApiKey.ts'
import * as UnknownKeyLimit from './rules/UnknownKeyLimit.ts'
import { announceExpiring } from './store/announceExpiring.ts'
import { type CachedKey, CHANNEL, createKeyCache, type KeyCache } from './store/createKeyCache.ts'
import { createOriginOf, type OriginOf } from './store/createOriginOf.ts'
import * as Networks from './store/Networks.ts'
import type { Store } from './store/tables.ts'
import * as Usage from './store/Usage.ts'

type Resources = {
  database: Pick<Database, 'tables' | 'listen' | 'notify' | 'log'>
  secrets: RootSecrets
  audit: AuditLog
  /** Whether the person who created a key is an operator now; without it `audit:read` and `admin:*` have no effect. */
  isOperator(subject: string): boolean
  /** Reports new networks and keys that expire soon to rules. Default: to nobody */
  announce?: Announce
  now?: () => number
  /** A monotonic clock in milliseconds. */
  elapsed?: () => number
  random?: (size: number) => Uint8Array
  /** How often changed keys are read, in addition to wake-ups. */
  pollMs?: number | undefined
  /** How long a change may queue behind others of its developer. */
  queueWaitMaxMs?: number | undefined
}

export type Keys = AsyncDisposable & {
  operations: readonly Operation[]
  /** Whether a secret has the prefix of a key, and so is not a session token. */
  looksLikeKey(secret: string): boolean
  /** The caller of a key, synchronous while the key is cached; throws `unauthenticated` for a bad key. */
  authenticateKey(secret: string, address: string): Caller | Promise<Caller>
  originOf: OriginOf
  /** Counts usage and denied scopes; to be called for every response. */
  served(served: Served): void
  /** Writes the usage that is in memory, of one key or of all. */
  flush(keyId?: string): Promise<void>
}

const USAGE_EVERY_MS = 5_000
const NETWORKS_EVERY_MS = 1_000
const EXPIRY_EVERY_MS = 10_000
const CLEANUP_EVERY_MS = 60 * 60_000

type State = {
  store: Store
  cache: KeyCache
  unknownKeys: UnknownKeyLimit.UnknownKeyLimit
  usage: Usage.Usage
  networks: Networks.Networks
  announce: Announce
  now(): number
  elapsed(): number
} & Pick<Resources, 'audit' | 'isOperator'>

/** API keys: their life cycle, authentication on every request, and usage. */
export function createKeys(resources: Resources): Keys {
  const {
    database,
    audit,
    isOperator,
    announce = async () => {},
    now = Date.now,
    elapsed = () => performance.now(),
    random = randomBytes,
  } = resources
  const store: Store = database.tables()
  const peppers = deriveAll(resources.secrets, 'api keys')
  const cache = createKeyCache({ database, peppers, elapsed, now, pollMs: resources.pollMs })
  const counts = { unknownKeys: UnknownKeyLimit.create(), usage: Usage.create(), networks: Networks.create() }
  const state: State = { store, cache, ...counts, audit, elapsed, isOperator, announce, now }
  const flush = (keyId?: string) => (keyId === undefined ? flushAll(state) : Usage.writeKey(store, state.usage, keyId))
  const queue = createOwnerQueue(resources.queueWaitMaxMs)
  const timers = startTimers(state, database)
  return {
    operations: operations({
      store,
      audit,
      queue,
      pepper: peppers[0],
      changed: changedIn(cache, database),
      identify: cache.load,
      flush,
      now,
      random,
    }),
    looksLikeKey: ApiKey.looksLikeOne,
    originOf: createOriginOf(store),
    authenticateKey: (secret, address) => authenticate(state, secret, address),
    served: (served) => note(state, served, now()),
    flush,
    async [Symbol.asyncDispose]() {
      timers[Symbol.dispose]()
      cache[Symbol.dispose]()
      await flush().catch((err) => database.log.warn({ err }, 'failed to write the last key usage'))
    },
  }
}

function changedIn(cache: KeyCache, database: Pick<Database, 'notify'>): Context['changed'] {
  return (keyId) => {
    cache.forget(keyId)
    database.notify(CHANNEL)
  }
}

function authenticate(state: State, secret: string, address: string): Caller | Promise<Caller> {
  const known = state.cache.peek(secret)
  if (known) return admit(state, known, address)
  if (!isKeyFormat(secret)) throw refuse(state, { secret, address, reason: 'malformed' })
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
  if (entry.isAllowed && !entry.isAllowed(address)) throw refuse(state, { entry, address, reason: 'network' })
  const { id: keyId, developerId, subject, scopes, callLimits } = entry
  const isDemoted = scopes.some((scope) => OPERATOR_SCOPES.includes(scope)) && !state.isOperator(subject)
  const held = isDemoted ? scopes.filter((scope) => !OPERATOR_SCOPES.includes(scope)) : scopes
  const caller = { kind: 'key', address, developerId, subject, keyId, scopes: held } as const
  return callLimits === undefined ? caller : { ...caller, callLimits }
}

type Refusal = { entry?: CachedKey; secret?: string; address: string; reason: string }

/** The same error for every bad key, so that it does not reveal which keys exist; the audit log has the reason. */
function refuse({ audit }: State, { entry, secret, address, reason }: Refusal): ApiError {
  const detail = secret === undefined ? reason : `${reason} ${ApiKey.mask(secret)}`
  const whose = { developerId: entry?.developerId ?? null, target: entry?.id ?? null }
  audit.count({ event: 'refused', ...whose, actor: null, address, detail }, reason)
  return new ApiError(
    'unauthenticated',
    'This API key is not valid here: mistyped, expired, revoked, unknown, or used outside of its networks. GET /api/developer/keys lists yours, POST creates one.',
  )
}

function note({ usage, networks, audit }: State, served: Served, now: number): void {
  Usage.note(usage, served, now)
  const { caller, code, operation } = served
  if (caller?.kind === 'key') Networks.note(networks, caller, now)
  if (code !== 'permission_denied' || caller?.kind !== 'key') return
  const whose = { developerId: caller.developerId, target: caller.keyId, ...actorOf(caller) }
  const detail = operation?.name ?? 'unknown'
  audit.count({ event: 'scope_denied', ...whose, detail }, detail)
}

async function flushAll(state: State): Promise<void> {
  await Usage.write(state.store, state.usage)
  await writeNetworks(state)
}

function writeNetworks({ store, networks, announce, now }: State): Promise<void> {
  return Networks.write(store, networks, { announce, now: now() })
}

function startTimers(state: State, { log }: Pick<Database, 'log'>): Disposable {
  const timers = new DisposableStack()
  const failed = (message: string) => (err: unknown) => log.warn({ err }, message)
  const { store, announce, now } = state
  const expire = () => announceExpiring(store, announce, now())
  const forgetOld = async () => {
    await Usage.forgetOld(store)
    await Networks.forgetOld(store)
  }
  timers.use(
    every(USAGE_EVERY_MS, () => Usage.writeDue(store, state.usage, now()), failed('failed to write key usage')),
  )
  timers.use(every(NETWORKS_EVERY_MS, () => writeNetworks(state), failed('failed to write networks of keys')))
  timers.use(every(EXPIRY_EVERY_MS, expire, failed('failed to announce keys that expire soon')))
  timers.use(every(CLEANUP_EVERY_MS, forgetOld, failed('failed to delete old key usage')))
  return timers
}
