import type { default as Provider } from 'oidc-provider'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import { deriveAll, type RootSecrets } from '#core/derive.ts'
import { every } from '#core/every.ts'
import type { Operation } from '#core/Operation.ts'
import type { OutboundOptions } from '#core/sendOutbound.ts'
import type { Database } from '#database/Database.ts'
import type { Context } from './Context.ts'
import { operations } from './operations.ts'
import * as Connections from './store/Connections.ts'
import * as States from './store/States.ts'
import type { Store } from './store/tables.ts'

type Resources = {
  database: Pick<Database, 'tables' | 'log'>
  secrets: RootSecrets
  audit: AuditLog
  baseUrl: string
  /** Whether any client may register itself. */
  allowsRegistration: boolean
  takeGlobally: Context['takeGlobally']
  now?: () => number
  documents?: OutboundOptions | undefined
}

export type Oauth = AsyncDisposable & {
  operations: readonly Operation[]
  /** Whether a secret has the form of an access token. */
  looksLikeToken(secret: string): boolean
  /** The caller of an access token that was issued for `resource`, a path such as `/mcp`; throws `unauthenticated`. */
  authenticateToken(token: string, at: { address: string; resource: string }): Promise<Caller>
  /** An identity that stays the same when a client signs in for a person again. */
  originOf(connectionId: string): Promise<string>
}

const CLEANUP_MS = 60 * 60_000
/** An opaque token of the library; a session token contains dots, and an API key has a prefix. */
const TOKEN = /^[\w-]{43}$/

/** The authorization server: clients act for a person who approved them, until that person disconnects them. */
export function createOauth(resources: Resources): Oauth {
  const { database, audit, baseUrl, allowsRegistration, takeGlobally, now = Date.now } = resources
  const store: Store = database.tables()
  const provider = createLazily(resources, store)
  const failed = (err: unknown) => database.log.warn({ err }, 'failed to delete old OAuth states')
  const cleanup = every(CLEANUP_MS, () => States.forgetOld(store), failed)
  return {
    operations: operations({ store, audit, baseUrl, provider, allowsRegistration, takeGlobally, now }),
    looksLikeToken: (secret) => TOKEN.test(secret),
    async authenticateToken(token, { address, resource }) {
      const bearer = await Connections.findBearer(store, token)
      if (!bearer) throw refused('it has expired, was revoked or is unknown; refresh it or sign in again')
      if (bearer.audience !== baseUrl + resource)
        throw refused(`it was issued for ${bearer.audience}, not for this address`)
      const { id: keyId, developerId, subject } = bearer
      return { kind: 'key', address, developerId, subject, keyId, scopes: Connections.scopesOf(bearer) }
    },
    originOf: (connectionId) => Connections.originOf(store, connectionId),
    async [Symbol.asyncDispose]() {
      cleanup[Symbol.dispose]()
    },
  }
}

/** Loads the library with the first request that needs it, so that it costs the start nothing. */
function createLazily(resources: Resources, store: Store): () => Promise<Provider> {
  const { baseUrl, secrets, allowsRegistration, documents, database } = resources
  let created: Promise<Provider> | undefined
  const create = async () => {
    const { createProvider } = await import('./actions/createProvider.ts')
    const { createAdapter } = await import('./actions/createAdapter.ts')
    const adapter = (model: string) => createAdapter(store, model)
    const cookieSecrets = deriveAll(secrets, 'oauth cookies')
    const failed = (err: unknown) => database.log.warn({ err }, 'authorization server failed')
    return createProvider({ adapter, baseUrl, cookieSecrets, allowsRegistration, documents, failed })
  }
  return () => (created ??= create())
}

function refused(reason: string): ApiError {
  return new ApiError('unauthenticated', `This access token is refused: ${reason}.`)
}
