import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '#http/createApp.ts'
import { listen } from '#http/listen.ts'
import { mcpOperation } from '#mcp/operation.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { EXPECTED_FAILURES, NEED_FIXTURES } from '../setup/mcp/expectedFailures.ts'
import { createFixtureServer } from '../setup/mcp/fixtureServer.ts'
import { installPeer, runPeer } from '../setup/peers.ts'

const [conformance, inspector] = await Promise.all([installPeer('conformance'), installPeer('inspector')])
// Each runs third-party programs until they exit.
vi.setConfig({ testTimeout: 900_000 })
/** Scenarios that failed with fixtures. */
const seen = new Set<string>()

let service: ListeningService
let fixtures: AsyncDisposable & { url: string }
beforeAll(async () => {
  if (conformance.missing && inspector.missing) return
  service = await startListeningService()
  const tools = mcpOperation(await createFixtureServer())
  const operations = service.appOptions.operations.map((one) => (one.path === '/mcp' ? tools : one))
  fixtures = await listen(createApp({ ...service.appOptions, operations }), { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await fixtures?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

type Check = { id: string; status: string }

/** Every check of a run that failed, as scenario:check. */
async function failuresOf(url: string, args: readonly string[]): Promise<{ ran: number; failed: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const program = '@modelcontextprotocol/conformance/dist/index.js'
  await runPeer(conformance, program, ['server', '--url', `${url}/mcp`, '-o', folder, ...args])
  const failed: string[] = []
  const scenarios = await readdir(folder)
  for (const scenario of scenarios) {
    const checks = JSON.parse(await readFile(join(folder, scenario, 'checks.json'), 'utf8')) as Check[]
    const name = scenario.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    for (const { id, status } of checks) if (status === 'FAILURE') failed.push(`${name}:${id}`)
  }
  await rm(folder, { recursive: true })
  return { ran: scenarios.length, failed: failed.toSorted() }
}

const isIn = (list: readonly string[]) => (failed: string) =>
  list.some((entry) => failed === entry || failed.startsWith(`${entry}:`))
const expected = isIn(Object.keys(EXPECTED_FAILURES))
const needsFixtures = isIn(NEED_FIXTURES)

describe.skipIf(conformance.missing).each([
  ['2025-11-25', 33],
  ['2026-07-28', 50],
] as const)('the conformance suite of revision %s', (revision, scenarios) => {
  const args = ['--requirements', revision]

  test('passes on the product wherever it needs no fixtures', async () => {
    const { ran, failed } = await failuresOf(service.url, args)
    expect(ran).toBe(scenarios)
    expect(failed.filter((one) => !expected(one) && !needsFixtures(one))).toEqual([])
  })

  test('passes on the same endpoint with its fixtures, except for features that are not offered', async () => {
    const { ran, failed } = await failuresOf(fixtures.url, args)
    expect(ran).toBe(scenarios)
    expect(failed.filter((one) => !expected(one))).toEqual([])
    for (const one of failed) seen.add(one.split(':')[0] as string)
  })
})

test.skipIf(conformance.missing)('every expected failure still fails', () => {
  expect([...seen].toSorted()).toEqual(Object.keys(EXPECTED_FAILURES).toSorted())
})

test.skipIf(conformance.missing)('the conformance suite of the skills extension passes', async () => {
  for (const part of ['directory', 'enumeration', 'manifest']) {
    const args = ['--scenario', `sep-2640-skills-${part}`]
    const { ran, failed } = await failuresOf(service.url, args)
    expect([part, ran, failed.filter((one) => !needsFixtures(one))]).toEqual([part, 1, []])
    if (failed.length > 0) expect((await failuresOf(fixtures.url, args)).failed).toEqual([])
  }
})

describe.skipIf(inspector.missing).each(['legacy', 'modern'])('the inspector, in the %s generation', (era) => {
  const inspect = (...args: string[]) =>
    runPeer(inspector, '@modelcontextprotocol/inspector/clients/launcher/build/index.js', [
      '--cli',
      `${service.url}/mcp`,
      ...['--transport', 'http', '--protocol-era', era, '--format', 'json'],
      ...args,
    ])

  test('lists the tools, and finds no error in their schemas', async () => {
    const { code, stdout, stderr } = await inspect('--method', 'tools/list', '--strict')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/(^|\n)0 errors/)])
    expect(stdout.match(/"name": *"svc_\w+"/g)).toHaveLength(12)
  })

  test('calls a tool', async () => {
    const { code, stdout } = await inspect('--method', 'tools/call', '--tool-name', 'svc_api_discovery')
    expect([code, stdout]).toEqual([0, expect.stringContaining('svc_agent_handoff')])
  })

  test('verifies every skill and its digests', async () => {
    const { code, stderr } = await inspect('--method', 'skills/list', '--verify', '--require-digests')
    expect([code, stderr]).toEqual([0, expect.stringContaining('Verified 7 skills')])
  })
})
