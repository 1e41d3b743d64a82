import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../setup/freePort.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { createBrowser } from '../setup/oauth/oauthClient.ts'
import { installPeer } from '../setup/peers.ts'
import { post } from '../setup/requests.ts'

const conformance = await installPeer('conformance')

let service: ListeningService
beforeAll(async () => {
  if (!conformance.missing) service = await startListeningService({ OAUTH_REGISTRATION: '1' })
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** Does what a person does in a browser: opens the address, signs in, approves, and returns to the client. */
async function approveAt(url: string): Promise<void> {
  const browser = createBrowser(service.app, service.url)
  const { token } = await newKey(service.url)
  const page = (await browser.visit('GET', url.slice(service.url.length))).headers.get('location') ?? ''
  const decision = await browser.visit('POST', `${page}/decision`, { token, body: { approve: true } })
  const { redirectTo } = (await decision.json()) as { redirectTo: string }
  const back = await browser.visit('GET', redirectTo.replace(service.url, ''))
  await fetch(back.headers.get('location') ?? '')
}

type Check = { id: string; status: string; errorMessage?: string }

/** Runs the scenarios for authorization servers; returns the outcome of every check. */
async function runScenarios(clientId: string, port: number): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const program = join(conformance.folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const client = ['--client-id', clientId, '--port', String(port), '--resource', `${service.url}/mcp`]
  const args = [program, 'authorization', '--url', service.url, ...client, '-o', folder]
  const child = spawn(process.execPath, args, { cwd: conformance.folder, env: { ...process.env, NO_COLOR: '1' } })
  for await (const line of createInterface(child.stdout))
    if (line.startsWith(`${service.url}/oauth/authorize?`)) await approveAt(line.trim())
  const checks: Check[] = []
  for (const scenario of await readdir(folder))
    checks.push(...(JSON.parse(await readFile(join(folder, scenario, 'checks.json'), 'utf8')) as Check[]))
  await rm(folder, { recursive: true })
  return checks
}

test.skipIf(conformance.missing)('every conformance scenario of authorization servers passes', async () => {
  const port = await freePort()
  const redirect_uris = [`http://127.0.0.1:${port}/callback`]
  const registered = await post(`${service.url}/oauth/register`, { client_name: 'Conformance', redirect_uris })
  const { client_id } = (await registered.json()) as { client_id: string }
  const checks = await runScenarios(client_id, port)
  expect(checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')).toEqual([])
  expect(checks.map(({ id }) => id)).toEqual(
    expect.arrayContaining([expect.stringMatching(/metadata/), 'authorization-code-grant']),
  )
})
