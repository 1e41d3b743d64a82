import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { serveChannel } from '#boxes/authority/serveChannel.ts'
import { createCatalogue } from '#boxes/catalogue/createCatalogue.ts'
import { startAgent } from '#boxes/host/startAgent.ts'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { startUnderPermissions } from '#boxes/isolation/permissionDriver.ts'
import { attempt } from '../setup/boxes/attempt.ts'
import { temporaryFolder } from '../setup/process.ts'

afterEach(() => vi.restoreAllMocks())

describe('a template', () => {
  const template = {
    id: 'mine',
    title: 'Mine',
    description: 'x',
    category: 'other',
    openingMessage: 'hi',
    command: 'cat',
  }

  test('is a file that anyone can add', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'mine.json'), JSON.stringify(template))
    const catalogue = createCatalogue({ folder: folder.path, protocols: new Set(), isolation: () => 'bubblewrap' })
    const mine = catalogue.get('mine')!
    expect(catalogue.problemOf(mine)).toBeUndefined()
    expect(catalogue.program(mine, { limits: SIZES.small, environment: {} }).command).toEqual(['/usr/bin/cat'])
  })

  test('that cannot be read is named with what is wrong in it', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'bad.json'), JSON.stringify({ ...template, id: 'Bad Id', speaks: 'klingon' }))
    const open = () => createCatalogue({ folder: folder.path, protocols: new Set(), isolation: () => undefined })
    expect(open).toThrow(/bad\.json is invalid/)
  })

  test('of a program that is not ours needs a sandbox, and one with a model needs a model of its protocol', async () => {
    await using folder = await temporaryFolder()
    const variables = { MODEL_URL: '{gateway}/v1', MODEL_KEY: 'added-by-the-service' }
    const model = { ...template, id: 'model', speaks: 'anthropic', arguments: ['--url={gateway}'], variables }
    await writeFile(join(folder.path, 'mine.json'), JSON.stringify(template))
    await writeFile(join(folder.path, 'model.json'), JSON.stringify(model))
    const weak = createCatalogue({ folder: folder.path, protocols: new Set(), isolation: () => 'none' })
    expect(weak.problemOf(weak.get('mine')!)).toMatch(/needs the isolation bubblewrap/)
    expect(weak.problemOf(weak.get('echo')!)).toBeUndefined()
    expect(weak.problemOf(weak.get('model')!)).toMatch(/No model that speaks anthropic is configured/)
    const strong = createCatalogue({
      folder: folder.path,
      protocols: new Set(['anthropic'] as const),
      isolation: () => 'bubblewrap',
    })
    expect(strong.problemOf(strong.get('model')!)).toBeUndefined()
    const program = strong.program(strong.get('model')!, { limits: SIZES.large, environment: {} })
    expect(program.command.slice(-2)).toEqual(['/usr/bin/cat', '--url=http://127.0.0.1:8780'])
    expect(program.environment['MODEL_URL']).toBe('http://127.0.0.1:8780/v1')
  })
})

describe('without a sandbox', () => {
  test('a built-in agent runs under the permission model of Node, and sees no file but its own and ours', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'secret'), 'the-service-knows-this')
    const script = `const fs = require('node:fs'); const tries = { read: () => fs.readFileSync('${folder.path}/secret', 'utf8'),
      spawn: () => require('node:child_process').execSync('id'), write: () => fs.writeFileSync('${folder.path}/x', ''),
      own: () => fs.writeFileSync('mine.txt', 'ok') };
      for (const [name, run] of Object.entries(tries)) { try { run(); console.log(name, 'worked') } catch (error) { console.log(name, error.code) } }
      console.log(Object.keys(process.env).length)`
    await using box = await startUnderPermissions({
      command: ['/runtime/node', '-e', script],
      environment: {},
      limits: SIZES.small,
    })
    const output = (await box.stdout.toArray()).join('')
    expect(output).toBe('read ERR_ACCESS_DENIED\nspawn ERR_ACCESS_DENIED\nwrite ERR_ACCESS_DENIED\nown worked\n0\n')
    expect(await (await box.workspace()).read('mine.txt', String)).toBe('ok')
  })

  test('the echo agent answers, and no other program is started', async () => {
    const catalogue = createCatalogue({ protocols: new Set(), isolation: () => 'none' })
    const program = catalogue.program(catalogue.get('echo')!, { limits: SIZES.small, environment: {} })
    await using started = await startAgent({ start: startUnderPermissions }, program)
    const said: string[] = []
    started.agent.listen({
      updated: (_, update) =>
        said.push('content' in update && update.content && 'text' in update.content ? update.content.text : ''),
      asked: async () => undefined,
    })
    const session = await started.agent.openSession({ history: [] })
    expect(await started.agent.prompt(session.id, { text: 'hello you', links: [] })).toBe('end_turn')
    expect(said.join('')).toBe('hello you')
    await expect(startUnderPermissions({ command: ['/bin/sh'], environment: {}, limits: SIZES.small })).rejects.toThrow(
      /only built-in agents/,
    )
  })
})

test('the bridge inside a box takes requests on its loopback and starts the agent behind it', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'x'))
  await chmod(folder.path, 0o755)
  const { SHARED_FILES, NODE_INSIDE, CODE_INSIDE } = await import('#boxes/isolation/sharedFiles.ts')
  const ask = `const read = async (path) => { const r = await fetch(process.env.MODEL_URL + path); console.log(r.status, await r.text()) }
    read('/v1/x').then(() => read('/service/box?a=1')).catch((e) => console.log('failed', e.message)).finally(() => process.exit(0))`
  const outcome = await attempt({
    command: [NODE_INSIDE, `${CODE_INSIDE}/src/agents/bridge/main.ts`, NODE_INSIDE, '-e', ask],
    environment: { MODEL_URL: 'http://127.0.0.1:8780', HOME: '/workspace/.home' },
    shared: SHARED_FILES,
    limits: { memoryBytes: 2 ** 29, processes: 64 },
    serve: (channel) =>
      serveChannel(channel, {
        secret: 's',
        callService: (request) =>
          new Response(`${new URL(request.url).pathname} ${request.headers.get('authorization')}`),
        async egress(stream, headers) {
          stream.respond({ ':status': 200 })
          stream.end(`forwarded ${headers[':path']}`)
        },
      }),
  })
  expect(outcome.output).toBe('200 forwarded /egress/v1/x\n200 /box Bearer s\n')
})
