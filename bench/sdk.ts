import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { createApp } from '#http/createApp.ts'
import { listen } from '#http/listen.ts'
import { createCaller, type Operation } from '../packages/sdk/src/index.ts'
import { plainOptions } from '../test/setup/appOptions.ts'
import { emptyOperation } from '../test/setup/operations.ts'
import type { Row } from './Row.ts'

const SDK = new URL('../packages/sdk/src/', import.meta.url).pathname
const ROUNDS = 40
const CALLS = 100

/** The bytes and the time that the SDK adds to a program that calls one operation with `fetch`. */
export async function run(): Promise<Row[]> {
  const one = await gzipSize(`import { createCaller } from '${SDK}createCaller.ts'
import { lpCreate } from '${SDK}operations.generated.ts'
export const create = (url, request) => createCaller({ url })(lpCreate, request)`)
  const all = await gzipSize(`export { createClient } from '${SDK}createClient.ts'`)
  const [ours, peer] = await timePerCall()
  const added = ours - peer
  return [
    { name: 'one operation, gzip', ours: one / 1000, unit: 'kB', target: '≤ 12', ok: one <= 12_000 },
    { name: 'every operation, gzip', ours: all / 1000, unit: 'kB' },
    { name: 'a call, bare fetch', ours, peer, unit: 'ms', ratio: ours / peer },
    { name: 'added to a call', ours: added, unit: 'ms', target: '≤ 0.2', ok: added <= 0.2 },
  ]
}

async function gzipSize(source: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-sdk-'))
  try {
    const entry = join(folder, 'entry.js')
    await writeFile(entry, source)
    const lib = { entry, formats: ['es' as const] }
    const built = await build({
      root: folder,
      logLevel: 'error',
      configFile: false,
      build: { lib, write: false, minify: true },
    })
    const [{ output }] = built as unknown as [{ output: { code?: string }[] }]
    return gzipSync(output.map(({ code = '' }) => code).join('')).length
  } finally {
    await rm(folder, { recursive: true })
  }
}

const EMPTY: Operation<{ text: string }, { text: string }> = {
  name: 'empty',
  method: 'POST',
  path: '/empty',
  safe: true,
}

/** The fastest round of calls, one after the other; rounds of both take turns, so that a busy machine slows both. */
async function timePerCall(): Promise<[number, number]> {
  await using server = await listen(createApp(plainOptions([emptyOperation])), { host: '127.0.0.1', port: 0 })
  const call = createCaller({ url: server.url, key: 'svc_sk_test' })
  const byHand = async () => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'a' }),
    }
    return (await fetch(`${server.url}/empty`, init)).json()
  }
  const rounds: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await timeOf(() => call(EMPTY, { text: 'a' })), await timeOf(byHand)])
  return [Math.min(...rounds.map(([ours]) => ours)), Math.min(...rounds.map(([, peer]) => peer))]
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let count = 0; count < CALLS; count++) await call()
  return (performance.now() - startedAt) / CALLS
}
