import { sql } from 'kysely'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Access, grants, OPERATOR_SCOPES, SCOPES, type Scope } from '#core/Access.ts'
import { findLoggedSecrets } from '#core/secrets.ts'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import { startTestService, type TestService } from '../setup/service.ts'

const [person, operator] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key)) as [
  PrivateKeyAccount,
  PrivateKeyAccount,
]

let service: TestService
beforeAll(async () => {
  // All callers share one address, and most of them one developer.
  const limits = { RATE_LIMIT_AUTH: '100000', RATE_LIMIT_CONTROL: '100000', RATE_LIMIT_WRITE: '100000' }
  service = await startTestService({ env: { ADMIN_ADDRESSES: operator.address, ...limits } })
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** All secrets that were sent, to search for them in the output. */
const secrets: string[] = []

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await service.post(path, body, headers)
  return response.json() as Promise<Record<string, unknown>>
}

async function signIn(account: PrivateKeyAccount): Promise<string> {
  const { nonce } = (await post('/api/auth/siwe/nonce', {})) as { nonce: string }
  const { host: domain, origin: uri } = new URL(service.baseUrl)
  const message = createSiweMessage({ domain, uri, nonce, address: account.address, version: '1', chainId: 4663 })
  const signature = await account.signMessage({ message })
  const { token } = await post('/api/auth/siwe/verify', { message, signature })
  secrets.push(signature, String(token))
  return String(token)
}

async function createKey(account: PrivateKeyAccount, scopes: readonly Scope[]): Promise<{ key: string; id: string }> {
  const authorization = `Bearer ${await signIn(account)}`
  const reply = await post('/api/developer/keys', { name: scopes.join(' '), scopes }, { authorization })
  secrets.push(String(reply['key']))
  return { key: String(reply['key']), id: String((reply['record'] as { id: string }).id) }
}

async function revokedKey(): Promise<string> {
  const { key, id } = await createKey(person, ['api:*'])
  await service.send('DELETE', `/api/developer/keys/${id}`, { authorization: `Bearer ${await signIn(person)}` })
  return key
}

type Secret = { secret(): Promise<string | undefined> }
type Kind =
  | (Secret & { is: 'nobody' })
  | (Secret & { is: 'refused' })
  | (Secret & { is: 'session'; operator: boolean })
  | (Secret & { is: 'key'; scopes: readonly Scope[] })

const ordinary = SCOPES.filter((scope) => !OPERATOR_SCOPES.includes(scope))
const keyWith = (account: PrivateKeyAccount, scopes: readonly Scope[]): Kind => {
  let made: Promise<{ key: string }> | undefined
  const secret = async () => {
    made ??= createKey(account, scopes)
    return (await made).key
  }
  return { is: 'key', scopes, secret }
}

const KINDS: Record<string, Kind> = {
  nobody: { is: 'nobody', secret: async () => undefined },
  'a mistyped key': { is: 'refused', secret: async () => `svc_sk_${'0'.repeat(49)}` },
  'an unknown key': { is: 'refused', secret: async () => ApiKey.create() },
  'a revoked key': { is: 'refused', secret: revokedKey },
  'a forged token': { is: 'refused', secret: async () => `${(await signIn(person)).slice(0, -8)}AAAAAAAA` },
  ...Object.fromEntries(ordinary.map((scope) => [`a key with ${scope}`, keyWith(person, [scope])])),
  'a key with every ordinary scope': keyWith(person, ordinary),
  'an operator’s key': keyWith(operator, ['admin:*']),
  'an auditor’s key': keyWith(operator, ['audit:read']),
  'a session': { is: 'session', operator: false, secret: () => signIn(person) },
  'an operator’s session': { is: 'session', operator: true, secret: () => signIn(operator) },
}

/** The status that access control must answer: 401, 403, or neither. */
function verdict(access: Access, kind: Kind): 401 | 403 | 'in' {
  if (access.kind === 'none' || access.kind === 'optional') return 'in'
  if (access.kind === 'open') return kind.is === 'refused' ? 401 : 'in'
  if (kind.is === 'nobody' || kind.is === 'refused') return 401
  if (access.kind === 'admin') return isOperator(kind) || isAuditor(access, kind) ? 'in' : 403
  if (kind.is === 'session') return access.kind === 'session' ? 'in' : 401
  if (access.kind === 'session' && !access.scope) return 401
  return access.scope && grants(kind.scopes, access.scope) ? 'in' : 403
}

function isOperator(kind: Kind): boolean {
  return kind.is === 'session' ? kind.operator : kind.is === 'key' && kind.scopes.includes('admin:*')
}

function isAuditor({ scope }: Extract<Access, { kind: 'admin' }>, kind: Kind): boolean {
  return scope !== undefined && kind.is === 'key' && kind.scopes.includes(scope)
}

describe('every operation, every kind of caller', () => {
  test.each(Object.entries(KINDS))('%s', async (name, kind) => {
    for (const { method, path, access } of service.operations) {
      const secret = await kind.secret()
      const headers = { 'content-type': 'application/json', ...(secret && { 'x-api-key': secret }) }
      const { status } = await service.send(method, path.replaceAll(/\{\w+\}/g, 'x'), headers)
      const outcome = status === 401 || status === 403 ? status : 'in'
      expect(`${name} ${method} ${path}: ${outcome}`).toBe(`${name} ${method} ${path}: ${verdict(access, kind)}`)
    }
  })
})

test('no secret is in the log, the metrics or the database, whatever was sent where', async () => {
  const key = await createKey(person, ['api:*', 'keys:manage'])
  const token = await signIn(person)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const secret of [key.key, token, secrets[0] as string])
    for (const { method, path } of service.operations.filter(({ path: at }) => at !== '/api/developer/keys/report')) {
      const at = path.replaceAll(/\{\w+\}/g, secret)
      await service.send(method, `${at}?${new URLSearchParams({ secret, cursor: secret })}`, headers)
      if (method === 'POST') await service.post(at, { name: secret, message: secret, [secret]: secret }, headers)
    }
  await service.post('/api/developer/keys', '{"broken', { authorization: `Bearer ${key.key}` })
  const metrics = await (await service.get('/metrics')).text()
  const logged = service.logged.join('')
  expect(logged.length).toBeGreaterThan(1000)
  expect(findLoggedSecrets(logged)).toEqual([])
  expect(findLoggedSecrets(metrics)).toEqual([])
  const stored = await dump()
  for (const secret of secrets) {
    const core = secret.slice(12, 40)
    expect(logged.includes(core) || metrics.includes(core) || stored.includes(core)).toBe(false)
  }
})

async function dump(): Promise<string> {
  const { kysely } = service.database
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(kysely)
  const tables = rows.map(({ name }) => sql`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(kysely))
  return JSON.stringify((await Promise.all(tables)).map((table) => table.rows))
}
