import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { hashTypedData } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const transaction = {
  chainId: 4663,
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: '0xB9F9838E955B6d2757aC935F50199c87023c6000',
  data: '0xdeadbeef',
  value: '0x05',
}
const typedData = {
  domain: { name: 'Permit2', chainId: 4663 },
  types: { Mail: [{ name: 'words', type: 'string' }] },
  primaryType: 'Mail',
  message: { words: 'hello' },
} as const

function statementOf(part: object = {}, type = 'transaction-statement+jwt'): string {
  const dataHash = `0x${createHash('sha256').update('deadbeef', 'hex').digest('hex')}`
  const { data: _, ...rest } = transaction
  const content = { ...rest, value: '5', dataHash, exp: Date.now() / 1000 + 60, ...part }
  const encoded = [{ alg: 'EdDSA', typ: type, kid: 'k' }, content]
    .map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
    .join('.')
  return `${encoded}.${sign(null, Buffer.from(encoded), privateKey).toString('base64url')}`
}

const published = () => Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] })

beforeEach(() => vi.resetModules())
beforeEach(() => vi.stubGlobal('fetch', async () => published()))
afterEach(() => vi.unstubAllGlobals())

const check = async (statement: string | undefined, change: object = {}) =>
  (await import('./checkTransaction.ts')).checkTransaction({ ...transaction, ...change }, statement)

test('a statement holds for exactly its transaction, and for no other', async () => {
  expect(await check(statementOf())).toBe('unchanged')
  const { from } = transaction
  const changes = [
    { data: '0xdeadbee0' },
    { data: '0xdeadbe' },
    { data: undefined },
    { data: '0xzz' },
    { value: '0x06' },
  ]
  for (const change of [
    ...changes,
    { value: '' },
    { value: 'five' },
    { to: from },
    { chainId: 1 },
    { from: transaction.to },
  ])
    expect(await check(statementOf(), change), JSON.stringify(change)).toBe('changed')
})

test('a forged, foreign or missing statement holds for none', async () => {
  const [header, payload, signature = ''] = statementOf().split('.')
  const forged = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  for (const statement of [`${header}.${payload}.${forged}`, statementOf({}, 'session+jwt'), 'a.b.c', '', undefined])
    expect(await check(statement), statement).toBe('changed')
})

test('nothing is claimed where keys cannot be read or the clock is past the end', async () => {
  expect(await check(statementOf({ exp: 1 }))).toBe('unchecked')
  vi.resetModules()
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  expect(await check(statementOf())).toBe('unchecked')
})

test('a key that is new since the page was opened is read', async () => {
  let reads = 0
  vi.stubGlobal('fetch', async () => (reads++ === 0 ? Response.json({ keys: [] }) : published()))
  expect([await check(statementOf()), reads]).toEqual(['unchanged', 2])
})

test('typed data is verified by the hash that the wallet signs', async () => {
  const { checkTypedData } = await import('./checkTypedData.ts')
  const statement = statementOf({ typedDataHash: hashTypedData(typedData) })
  expect(await checkTypedData(typedData, statement)).toBe('unchanged')
  for (const other of [{ ...typedData, message: { words: 'hullo' } }, { ...typedData, types: {} }, undefined])
    expect(await checkTypedData(other, statement)).toBe('changed')
})
