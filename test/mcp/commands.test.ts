import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mcpClients } from '#core/mcpClients.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { installPeer, type Peer } from '../setup/peers.ts'

/** Several hundred megabytes, so that only the deep tests install them. */
const peer: Peer =
  process.env['DEEP'] === '1' ? await installPeer('commands') : { folder: '', missing: 'part of npm run test:deep' }

/** The programs by the command of their snippet, and the words with which each says that it is connected. */
const CONNECTED: Record<string, RegExp> = {
  claude: /slipway: .*✔ Connected/,
  codex: /slipway .*SLIPWAY_KEY +enabled +Bearer token/,
  gemini: /✓ slipway: .*Connected/,
  qwen: /✓.* slipway: .*Connected/,
}

describe.skipIf(peer.missing).each(Object.keys(CONNECTED))('%s', (program) => {
  let service: ListeningService
  let key: string
  beforeAll(async () => {
    service = await startListeningService()
    ;({ key } = await newKey(service.url))
  })
  afterAll(() => service?.[Symbol.asyncDispose]())

  /** Runs the snippet in a new home folder with this key, then lists the servers. */
  async function addAndList(code: string, SLIPWAY_KEY: string): Promise<string> {
    const home = await mkdtemp(join(tmpdir(), 'home-'))
    const cwd = join(home, 'project')
    for (const folder of [cwd, join(home, '.gemini')]) await mkdir(folder)
    await writeFile(join(home, '.gemini/trustedFolders.json'), JSON.stringify({ [cwd]: 'TRUST_FOLDER' }))
    const PATH = `${join(peer.folder, 'node_modules/.bin')}:${process.env['PATH']}`
    const env = { PATH, HOME: home, SLIPWAY_KEY, NO_COLOR: '1' }
    const { promise, resolve } = Promise.withResolvers<string>()
    const args = ['-c', `${code}\n${program} mcp list`]
    execFile('bash', args, { cwd, env, timeout: 120_000 }, (_, stdout, stderr) => resolve(stdout + stderr))
    return promise.finally(() => rm(home, { recursive: true, force: true }))
  }

  test('takes our snippet as printed, and connects with the key alone', async () => {
    const { code = '' } = mcpClients(service.url).find((one) => one.code.startsWith(`${program} `)) ?? {}
    expect(await addAndList(code, key)).toMatch(CONNECTED[program] as RegExp)
    if (program !== 'codex') expect(await addAndList(code, 'wrong')).not.toMatch(CONNECTED[program] as RegExp)
  })
})
