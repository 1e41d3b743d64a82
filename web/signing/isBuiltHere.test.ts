import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const transaction = {
  chainId: 4663,
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: '0xB9F9838E955B6d2757aC935F50199c87023c6000',
  data: '0xdeadbeef',
  value: '0x05',
}

function statementOf(part: object = {}, type = 'transaction-statement+jwt'): string {
  const dataHash = `0x${createHash('sha256').update('deadbeef', 'hex').digest('hex')}`
  const { data: _, ...rest } = transaction
  const content = { ...rest, value: '5', dataHash, exp: Date.now() / 1000 + 60, ...part }
  const encoded = [{ alg: 'EdDSA', typ: type, kid: 'k' }, content]
    .map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
    .join('.')
  return `${encoded}.${sign(null, Buffer.from(encoded), privateKey).toString('base64url')}`
}

beforeEach(() => {
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }]
  vi.stubGlobal('fetch', async () => Response.json({ keys }))
})
afterEach(() => vi.unstubAllGlobals())

test('a statement holds for exactly its transaction, and for no other', async () => {
  const { isBuiltHere } = await import('./isBuiltHere.ts')
  expect(await isBuiltHere(statementOf(), transaction)).toBe(true)
  const changes = [{ data: '0xdeadbee0' }, { value: '0x06' }, { to: transaction.from }, { chainId: 1 }]
  for (const change of changes) expect(await isBuiltHere(statementOf(), { ...transaction, ...change })).toBe(false)
})

test('a forged, expired or foreign statement holds for none', async () => {
  const { isBuiltHere } = await import('./isBuiltHere.ts')
  const [header, payload, signature = ''] = statementOf().split('.')
  const forged = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  const others = [
    `${header}.${payload}.${forged}`,
    statementOf({ exp: 1 }),
    statementOf({}, 'session+jwt'),
    'a.b.c',
    '',
  ]
  for (const statement of others) expect(await isBuiltHere(statement, transaction)).toBe(false)
})
