import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { installPeer, runPeer } from '../setup/peers.ts'

const peer = await installPeer('openapi')
// Each runs third-party programs until they exit.
vi.setConfig({ testTimeout: 900_000 })

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let service: ListeningService
const generated = join(peer.folder, 'generated')
beforeAll(async () => {
  if (peer.missing) return
  service = await startListeningService()
  await mkdir(generated, { recursive: true })
  const document = await (await service.get('/api/developer/openapi.json')).text()
  await writeFile(join(generated, 'openapi.json'), document)
})
afterAll(() => service?.[Symbol.asyncDispose]())

type Problem = { severity: string; ruleId: string; message: string }

describe.skipIf(peer.missing)('the OpenAPI document, by others’ programs', () => {
  test('has no error for the linter, and no warning but for paths that begin alike', async () => {
    const { stdout } = await runPeer(peer, '@redocly/cli/bin/cli.js', [
      'lint',
      'generated/openapi.json',
      '--format=json',
    ])
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Problem[] }
    const reported = problems.map(({ severity, ruleId, message }) => ({ severity, ruleId, message }))
    // The paths of a box and of the list of agents look ambiguous, but box ids begin with box_.
    expect(reported.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')).toEqual([])
    expect(reported.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('gives a typed client that compiles, reads a pool and builds a position', async () => {
    const types = await runPeer(peer, 'openapi-typescript/bin/cli.js', [
      'generated/openapi.json',
      '-o',
      'generated/api.ts',
    ])
    expect([types.code, types.stderr]).toEqual([0, expect.any(String)])
    expect(await readFile(join(generated, 'api.ts'), 'utf8')).toContain('"/lp/create"')
    const compiled = await runPeer(peer, 'typescript/bin/tsc', ['-p', 'tsconfig.json'])
    expect([compiled.code, compiled.stdout]).toEqual([0, ''])
    const { key } = await newKey(service.url)
    const ran = await runPeer(peer, '../generated/build/client.js', [service.url, key, WALLET])
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    expect(JSON.parse(ran.stdout)).toMatchObject({
      chainId: 4663,
      to: service.devnet.description.contracts.v4PositionManager,
      data: expect.stringMatching(/^0x[0-9a-f]+$/),
    })
  })
})
