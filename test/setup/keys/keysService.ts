import { randomBytes } from 'node:crypto'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { z } from 'zod'
import { createAuditLog, type OpenAuditLog } from '#audit/createAuditLog.ts'
import * as AuditTables from '#audit/migrations.ts'
import * as Access from '#core/Access.ts'
import type { RootSecrets } from '#core/derive.ts'
import { define, type LimitClass, type Operation } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import { type App, createApp } from '#http/createApp.ts'
import { createHosts } from '#http/hosts.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import * as IdempotencyTables from '#idempotency/migrations.ts'
import { createIdentity, type Identity } from '#identity/createIdentity.ts'
import * as IdentityTables from '#identity/migrations.ts'
import { createKeys, type Keys } from '#keys/createKeys.ts'
import * as KeyTables from '#keys/migrations.ts'
import { createLimits, type Limits } from '#limits/createLimits.ts'
import * as LimitTables from '#limits/migrations.ts'
import { createOauth } from '#oauth/createOauth.ts'
import * as OauthTables from '#oauth/migrations.ts'
import { authenticator } from '../../../src/app/openAccess.ts'
import { plainOptions } from '../appOptions.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { type Reply as JsonReply, jsonRequest, readReply, type Sent } from '../jsonRequest.ts'

export const BASE_URL = 'http://127.0.0.1:8787'

export const migrations = [
  IdentityTables.migrations,
  KeyTables.migrations,
  AuditTables.migrations,
  LimitTables.migrations,
  IdempotencyTables.migrations,
  OauthTables.migrations,
]

type Resources = Parameters<typeof createIdentity>[0]

type Options = {
  /** Of another service, to be a second replica of it. */
  database?: TestDatabase
  secrets?: RootSecrets
  perMinute?: Partial<Record<LimitClass, number>>
  globalPerHour?: Partial<Parameters<typeof createLimits>[0]['globalPerHour']>
  now?: () => number
  elapsed?: () => number
  queueWaitMaxMs?: number
  pollMs?: number
  leaseMaxMs?: number
  /** How the metadata documents of OAuth clients are fetched. */
  documents?: Parameters<typeof createOauth>[0]['documents']
  allowsRegistration?: boolean
} & Partial<Pick<Resources, 'baseUrl' | 'oidcIssuers' | 'signInProviders' | 'adminAddresses' | 'call'>>

export type Reply = JsonReply<Record<string, unknown>>
type Send = Omit<Sent, 'as'> & { key?: string | undefined; token?: string | undefined }

export type KeysService = AsyncDisposable & {
  app: App
  database: TestDatabase
  keys: Keys
  audit: OpenAuditLog
  limits: Limits
  authenticate: Authenticate
  walletsOf: Identity['walletsOf']
  /** The causes of all 5xx responses. */
  failures: unknown[]
  send(method: string, path: string, options?: Send): Promise<Reply>
  /** A session token of this wallet, or of a new one. */
  signIn(account?: PrivateKeyAccount): Promise<string>
  createKey(token: string, body?: object): Promise<{ key: string; id: string }>
}

const SECRETS = { current: Buffer.alloc(32, 7) }
const PLENTY = 1_000_000

/** Identity, keys, limits and idempotency behind the real HTTP app, with an operation of each access to try them on. */
export async function createKeysService(options: Options = {}): Promise<KeysService> {
  await using opened = new AsyncDisposableStack()
  const database = options.database ?? opened.use(await createTestDatabase({ migrations }))
  const secrets = options.secrets ?? SECRETS
  const limits = opened.use(
    createLimits({
      database,
      perMinute: {
        ...{ read: PLENTY, build: PLENTY, write: PLENTY, control: PLENTY, auth: PLENTY, stream: PLENTY },
        ...options.perMinute,
      },
      globalPerHour: { signups: PLENTY, nonces: PLENTY, boxes: PLENTY, streams: PLENTY, ...options.globalPerHour },
      leaseMaxMs: options.leaseMaxMs,
      ...(options.elapsed && { elapsed: options.elapsed }),
    }),
  )
  const identity = opened.use(
    await createIdentity({
      database,
      secrets,
      baseUrl: BASE_URL,
      oidcIssuers: [],
      adminAddresses: [],
      call: () => Promise.resolve('0x'),
      takeGlobally: limits.takeGlobally,
      ...options,
    }),
  )
  const { isOperator } = identity
  const audit = opened.use(createAuditLog({ database }))
  const keys = opened.use(createKeys({ database, secrets, audit, isOperator, ...options }))
  const { takeGlobally } = limits
  const oauth = opened.use(
    createOauth({ database, secrets, audit, takeGlobally, baseUrl: BASE_URL, allowsRegistration: true, ...options }),
  )
  const idempotency = opened.use(createIdempotency({ database, queueWaitMaxMs: options.queueWaitMaxMs }))
  const failures: unknown[] = []
  const authenticate = authenticator({ keys, identity, oauth })
  const app = createApp(
    plainOptions([...identity.operations, ...keys.operations, ...oauth.operations, ...audit.operations, ...PROBES], {
      authenticate,
      limit: limits.limit,
      hosts: createHosts([options.baseUrl ?? BASE_URL], []),
      idempotently: idempotency.idempotently,
      served: keys.served,
      failed: (error) => failures.push(error),
    }),
  )
  const owned = opened.move()
  const send = sender(app, options.baseUrl ?? BASE_URL)
  return {
    app,
    database,
    keys,
    audit,
    limits,
    authenticate,
    walletsOf: identity.walletsOf,
    failures,
    send,
    signIn: (account) => signIn(send, account, options.baseUrl ?? BASE_URL),
    createKey: (token, body = {}) => createKey(send, token, body),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const PROBES: Operation[] = [
  probe('open', Access.none),
  probe('optional', Access.optional),
  probe('build', Access.key('lp:build')),
  probe('person', Access.session()),
  probe('admin', Access.admin),
  probe('room', Access.key('arena:write')),
  { ...probe('mcp', Access.open), path: '/mcp' },
]

/** Answers who called it. */
function probe(name: string, access: Access.Access): Operation {
  return define({
    name: `probe_${name}`,
    method: 'GET',
    path: `/probe/${name}`,
    tag: 'test',
    summary: 'Answers who called.',
    access,
    limit: 'read',
    errors: [],
    request: z.object({}),
    response: z.object({ caller: z.record(z.string(), z.unknown()) }),
    handle: (_, call) => ({ caller: { ...call.caller } }),
  })
}

function sender(app: App, baseUrl: string): KeysService['send'] {
  return async (method, path, { key, token, ...rest } = {}) =>
    readReply(await app.fetch(jsonRequest(method, baseUrl + path, { ...rest, as: key ?? token })))
}

type Fields = Partial<Parameters<typeof createSiweMessage>[0]>

/** A sign-in message as a wallet would show it, with anything in it changed. */
export function siweMessage(fields: Fields & Pick<Required<Fields>, 'address' | 'nonce'>): string {
  const { host } = new URL(BASE_URL)
  return createSiweMessage({ domain: host, uri: BASE_URL, version: '1', chainId: 4663, ...fields })
}

async function signIn(
  send: KeysService['send'],
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
  baseUrl: string,
): Promise<string> {
  const { body } = await send('POST', '/api/auth/siwe/nonce', { body: {} })
  const { host } = new URL(baseUrl)
  const message = siweMessage({ domain: host, uri: baseUrl, address: account.address, nonce: String(body['nonce']) })
  const signature = await account.signMessage({ message })
  const reply = await send('POST', '/api/auth/siwe/verify', { body: { message, signature } })
  if (reply.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(reply.body)}`)
  return String(reply.body['token'])
}

async function createKey(send: KeysService['send'], token: string, body: object): Promise<{ key: string; id: string }> {
  const request = { name: `test ${randomBytes(4).toString('hex')}`, ...body }
  const reply = await send('POST', '/api/developer/keys', { token, body: request })
  if (reply.status !== 201) throw new Error(`No key: ${JSON.stringify(reply.body)}`)
  return { key: String(reply.body['key']), id: String((reply.body['record'] as Record<string, unknown>)['id']) }
}
