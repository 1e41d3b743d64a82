import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { cli } from '../setup/cli.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { installPeer } from '../setup/peers.ts'
import { temporaryFolder } from '../setup/process.ts'

const run = promisify(execFile)
const PACKAGES = ['packages/sdk', 'packages/cli']
/** The oldest Node that the packages support, if this machine has it. */
const NODE_20 = ['/usr/bin/node', '/usr/local/bin/node']

let service: ListeningService
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  service = await startListeningService({ BOXES_MAX: '1', BOXES_WARM: '0' })
  await writeFile(join(folder.path, 'package.json'), '{"private":true,"type":"module"}')
  for (const path of PACKAGES) await run('npm', ['pack', '--pack-destination', folder.path], { cwd: path })
  const tarballs = (await readdir(folder.path)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder.path })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

async function nodes(): Promise<string[]> {
  const found = [process.execPath]
  for (const path of NODE_20)
    if (existsSync(path) && (await run(path, ['--version'])).stdout.startsWith('v20.')) return [...found, path]
  console.log('Skipped: there is no Node 20 on this machine')
  return found
}

test('the tarballs bring nothing else along', async () => {
  const installed = (await readdir(join(folder.path, 'node_modules'))).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['@slipway', 'slipway'])
  const files = await readdir(join(folder.path, 'node_modules/slipway'), { recursive: true })
  expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'dist/main.js', 'package.json'])
})

test('the packages have the version of the service', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  for (const path of PACKAGES) expect(JSON.parse(await readFile(`${path}/package.json`, 'utf8')).version).toBe(version)
})

test('the packed command line takes the journey, on Node 20 and on the newest', async () => {
  for (const node of await nodes()) {
    const { stdout } = await run(
      node,
      ['node_modules/slipway/dist/main.js', 'journey', '--url', service.url, '--json'],
      {
        cwd: folder.path,
      },
    )
    const steps = (JSON.parse(stdout) as { steps: { step: string; status: string }[] }).steps
    expect(steps.filter(({ status, step }) => status !== 'done' && step !== 'box')).toEqual([])
    expect(steps.length).toBe(14)
  }
})

test('npx finds the command, and bash completes it', async () => {
  const { stdout } = await run('npx', ['--offline', 'slipway', 'tokens', '--url', service.url], { cwd: folder.path })
  expect(stdout).toContain('JRNY')
  const script = `eval "$(npx --offline slipway completion bash)"; PATH=node_modules/.bin:$PATH
    COMP_WORDS=(slipway rooms p); COMP_CWORD=2; _slipway; echo "$COMPREPLY"`
  expect((await run('bash', ['-c', script], { cwd: folder.path })).stdout.trim()).toBe('post')
})

const PROGRAM = `import { createClient, SlipwayError } from '@slipway/sdk'
import { verifyWebhook, WebhookError } from '@slipway/sdk/webhooks'
const client = createClient({ url: process.argv[2] })
const symbols = []
for await (const { symbol } of client.each.listLaunchTokens({ limit: 1 })) symbols.push(symbol)
const result = await client.try.getRoom({ roomId: 'room_00000000000000000000000000' })
const refused = await verifyWebhook({ secret: 'whsec_AAAA', headers: {}, body: '' }).catch((error) => error instanceof WebhookError)
console.log(JSON.stringify({ launched: symbols.includes('JRNY'), code: result.error.code, isError: result.error instanceof SlipwayError, refused }))
`
const EXPECTED = { launched: true, code: 'not_found', isError: true, refused: true }

test('the packed SDK runs on Node 20 and on the newest', async () => {
  await writeFile(join(folder.path, 'program.mjs'), PROGRAM)
  for (const node of await nodes()) {
    const { stdout } = await run(node, ['program.mjs', service.url], { cwd: folder.path })
    expect(JSON.parse(stdout)).toEqual(EXPECTED)
  }
})

test.runIf(inject('deep'))('the packed SDK and command line run on Bun', async ({ skip }) => {
  const { folder: peer, missing } = await installPeer('bun')
  if (missing !== undefined) skip(missing)
  const [platform = ''] = await readdir(join(peer, 'node_modules/@oven'))
  const bun = join(peer, 'node_modules/@oven', platform, 'bin/bun')
  const { stdout } = await run(bun, ['program.mjs', service.url], { cwd: folder.path })
  expect(JSON.parse(stdout)).toEqual(EXPECTED)
  const journey = ['node_modules/slipway/dist/main.js', 'journey', '--url', service.url, '--json']
  expect(JSON.parse((await run(bun, journey, { cwd: folder.path })).stdout).steps.length).toBe(14)
})

test('the packed types compile under the strictest settings, without those of Node', async () => {
  const source = `import { createClient, type LpCreateRequest } from '@slipway/sdk'
const client = createClient({ url: 'https://slipway.example' })
export const request = { walletAddress: '0x', chainId: 4663, protocol: 'V4', independentToken: { tokenAddress: '0x', amount: '1' } } satisfies LpCreateRequest
export const created: Promise<{ create: { to: string } }> = client.lpCreate(request)
// @ts-expect-error: an unknown protocol.
export const wrong: LpCreateRequest = { ...request, protocol: 'V5' }
`
  await writeFile(join(folder.path, 'types.ts'), source)
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
  const target = [
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable,dom.asynciterable',
  ]
  const ignored = ['--types', '', '--ignoreConfig']
  await run(resolve('node_modules/.bin/tsc'), [...strict, ...target, ...ignored, 'types.ts'], { cwd: folder.path })
})

test('the starter passes its tests, watches a launch and proposes a trade', async () => {
  await run('npx', ['--offline', 'slipway', 'init', 'starter'], { cwd: folder.path })
  const cwd = join(folder.path, 'starter')
  await run(process.execPath, ['--test'], { cwd })
  const wallet = privateKeyToAccount(generatePrivateKey())
  const { key } = await createClient({ url: service.url, wallet }).createKey({ name: 'starter' })
  const env = {
    ...process.env,
    SLIPWAY_URL: service.url,
    SLIPWAY_KEY: key,
    WALLET: service.devnet.account(0).address,
    LAUNCHES: '1',
  }
  const agent = run(process.execPath, ['agent.js'], { cwd, env })
  // Launches until the agent, which follows from now on, has seen one.
  const launched = launchUntil(agent)
  const { stdout } = await agent
  await launched
  const [roomId = ''] = /room_\w+/.exec(stdout) ?? []
  const { messages } = await createClient({ url: service.url }).listMessages({ roomId })
  expect(messages.at(-1)).toMatchObject({ kind: 'proposal', author: { name: 'Watcher' } })
})

async function launchUntil(ended: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  ended.then(end, end)
  const { privateKey } = service.devnet.account(3).getHdKey()
  const env = { SLIPWAY_URL: service.url, SLIPWAY_PRIVATE_KEY: toHex(privateKey!) }
  for (let count = 1; !hasEnded; count++)
    expect((await cli(['launch', `Number ${count}`, `N${count}`, '--yes'], { env })).code).toBe(0)
}
