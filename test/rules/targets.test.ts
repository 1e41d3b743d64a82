import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSendWebhook } from '#rules/actions/sendWebhook.ts'
import { targetUrl } from '#rules/rules/targetUrl.ts'
import { type Receiver, startReceiver } from '../setup/rules/receiver.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** Addresses written in every form that a URL parser or a resolver understands. */
const WRITTEN = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://10.1/',
  'https://167772161/',
  'https://172.16.0.1/',
  'https://172.31.255.254/',
  'https://192.168.1.1/',
  'https://3232235777/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://192.0.0.192/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://１２７.０.０.１/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://intranet/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'https://user:password@example.com/',
  'https://example.com/hook?token=abc',
  'https://example.com/hook?api_key=abc',
  `https://example.com/svc_sk_${'a'.repeat(49)}`,
]

/** Addresses that a public name may resolve to. */
const RESOLVED = [
  '127.0.0.1',
  '10.0.0.5',
  '172.20.1.1',
  '192.168.0.10',
  '169.254.169.254',
  '100.64.1.1',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  'fd00::1',
  'fe80::1',
  '64:ff9b::a00:1',
]

let inside: Receiver
beforeAll(async () => {
  inside = await startReceiver()
})
afterAll(() => inside[Symbol.asyncDispose]())

function lookupOf(resolve: () => readonly string[]): LookupFunction {
  return (_, options, callback) => {
    const found: LookupAddress[] = resolve().map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
}

async function send(url: string, lookup: LookupFunction) {
  using sender = createSendWebhook({ allowedHosts: NOBODY, now: Date.now, lookup, timeoutMs: 5_000 })
  return await sender.send({ url, secrets: [Buffer.alloc(32)] }, { id: 'evt_1', body: '{}' })
}

const port = () => inside.host.split(':')[1]

describe('a webhook never reaches a private address', () => {
  test.each(WRITTEN)('%s is refused when the endpoint is created', (text) => {
    expect(() => targetUrl(text, NOBODY)).toThrow(/^url /)
  })

  test.each(RESOLVED)('a name that resolves to %s is refused where the connection is made', async (address) => {
    const url = `https://hooks.example.com:${port()}/hook`
    expect(targetUrl(url, NOBODY).href).toBe(url)
    const alone = await send(
      url,
      lookupOf(() => [address]),
    )
    const hidden = await send(
      url,
      lookupOf(() => ['93.184.215.14', address]),
    )
    const problem = 'the name resolves to an address that is not public'
    expect([alone, hidden]).toEqual([
      { status: null, answer: null, problem },
      { status: null, answer: null, problem },
    ])
  })

  test('a name that is public when the endpoint is created and private later is refused later', async () => {
    let looked = 0
    const rebinding = lookupOf(() => [looked++ === 0 ? '2001:4860:4860::8888' : '127.0.0.1'])
    const url = `https://rebinding.example.com:${port()}/hook`
    await new Promise((resolve) => rebinding('rebinding.example.com', { all: true }, resolve))
    expect((await send(url, rebinding)).problem).toBe('the name resolves to an address that is not public')
    expect(looked).toBe(2)
  })

  test('and none of these requests arrived', () => {
    expect(inside.attempts).toEqual([])
    expect(WRITTEN.length + RESOLVED.length).toBeGreaterThanOrEqual(50)
  })

  test('a host that the operator allows is called, and its redirect to another one is not followed', async () => {
    await using other = await startReceiver()
    const moved = { status: 302, headers: { location: other.url } }
    await using redirecting = await startReceiver({ answer: () => moved })
    using sender = createSendWebhook({ allowedHosts: new Set([redirecting.host]), now: Date.now })
    const message = { id: 'evt_1', body: '{}' }
    const result = await sender.send({ url: redirecting.url, secrets: [Buffer.alloc(32)] }, message)
    expect(result).toMatchObject({ status: 302, problem: 'status 302: redirects are not followed' })
    expect([redirecting.attempts.length, other.attempts.length]).toEqual([1, 0])
  })

  test.each([
    'https://example.com/hooks/slipway',
    'https://93.184.215.14/hook',
    'https://[2606:4700::1111]/hook?room=7',
  ])('%s is accepted', (text) => expect(targetUrl(text, NOBODY).href).toBe(text))
})
