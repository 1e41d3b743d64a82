import { readFile } from 'node:fs/promises'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cli as run } from '../setup/cli.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { temporaryFolder } from '../setup/process.ts'
import { type Receiver, startReceiver, verify } from '../setup/rules/receiver.ts'
import { startTunnel, type Tunnel } from '../setup/tunnel.ts'

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
let service: ListeningService
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let receiver: Receiver
/** From the command to the service, and from the command to the server on the laptop. */
let toService: Tunnel
let toLaptop: Tunnel
let env: Record<string, string>
beforeAll(async () => {
  folder = await temporaryFolder()
  receiver = await startReceiver()
  service = await startListeningService()
  toService = await startTunnel(() => portOf(service.url))
  toLaptop = await startTunnel(() => portOf(receiver.url))
  const { privateKey } = service.devnet.account(4).getHdKey()
  env = { XDG_CONFIG_HOME: folder.path, SLIPWAY_URL: service.url, SLIPWAY_PRIVATE_KEY: toHex(privateKey!) }
})
afterAll(async () => {
  for (const one of [service, receiver, toService, toLaptop, folder]) await one?.[Symbol.asyncDispose]()
})

const portOf = (url: string) => ({ port: Number(new URL(url).port), host: '127.0.0.1' })

async function json(line: string[]) {
  const { code, out, notes } = await run([...line, '--json'], { env })
  expect([notes, code]).toEqual(['', 0])
  return JSON.parse(out)
}
const sample = (id: string) => json(['call', 'testRule', JSON.stringify({ id })])

test('listen forwards each event, by its id once and in order, over breaks on both sides', async () => {
  await json(['login', '--name', 'listening'])
  const rule = await json(['call', 'createRule', '{"name":"graduations","type":"launch.graduated"}'])
  const other = await json(['call', 'createRule', '{"name":"another","type":"launch.graduated"}'])
  const { key } = JSON.parse(await readFile(`${folder.path}/slipway/credentials.json`, 'utf8'))[service.url]
  const stop = new AbortController()
  const forwarding = run(
    [
      'listen',
      '--forward',
      `http://127.0.0.1:${toLaptop.port}/hook`,
      '--rule',
      rule.id,
      '--after',
      '0',
      '--count',
      '4',
      '--json',
    ],
    {
      env: { SLIPWAY_URL: `http://127.0.0.1:${toService.port}`, SLIPWAY_KEY: key, SLIPWAY_WEBHOOK_SECRET: SECRET },
      signal: stop.signal,
    },
  )
  try {
    await sample(rule.id)
    await eventually(() => receiver.received.length >= 1, { what: 'the first event' })
    await toService.cut()
    await sample(other.id)
    await sample(rule.id)
    await toService.restore()
    await eventually(() => receiver.received.length >= 2, { what: 'the event of the break' })
    await toLaptop.cut()
    await sample(rule.id)
    await sample(rule.id)
    await toLaptop.restore()
    const { code, out } = await forwarding
    expect(code).toBe(0)
    const printed = out.split('\n').map((line) => JSON.parse(line))
    expect(printed.map(({ status, event }) => [status, event.rule.id])).toEqual(Array(4).fill([200, rule.id]))
    // An event whose answer a break cut off is sent again.
    const sequences = [...new Set(receiver.received.map(({ body }) => body.sequence))]
    expect(sequences).toEqual(printed.map(({ event }) => event.sequence))
    expect(sequences).toEqual(sequences.toSorted((one, two) => one - two))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(sequences.length)
    for (const message of receiver.received) expect(verify(SECRET, message)).toMatchObject({ test: true })
  } finally {
    stop.abort()
  }
})

test('listen makes a secret where none is set, and refuses a target that is not a URL', async () => {
  const options = { env: { XDG_CONFIG_HOME: folder.path, SLIPWAY_URL: service.url } }
  const first = await run(['listen', '--forward', receiver.url, '--after', '0', '--count', '1'], options)
  const secret = /whsec_\S+/.exec(first.notes)?.[0]
  expect(verify(secret ?? '', receiver.received.at(-1)!)).toMatchObject({ type: 'launch.graduated' })
  expect(first.out).toContain('200  1  launch.graduated  graduations')
  const refused = await run(['listen', '--forward', 'localhost'], options)
  expect([refused.code, refused.notes]).toEqual([2, expect.stringContaining('http://localhost:3000/hook')])
})
