import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { untilBoxesRun, untilReady } from '../setup/untilReady.ts'

let service: ListeningService
beforeAll(async () => {
  service = await startListeningService({ BOXES_MAX: '2', SECURITY_CONTACT: 'mailto:security@slipway.example' })
  await untilReady(service)
  await untilBoxesRun(service)
})
afterAll(() => service?.[Symbol.asyncDispose]())

function smoke(url: string, key?: string): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
  const env = { ...process.env, ...(key && { SLIPWAY_KEY: key }) }
  execFile(process.execPath, ['scripts/smoke.ts', url], { env }, (error, stdout) => {
    resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout })
  })
  return promise
}

test('the smoke check finds everything that is served, and nothing wrong with it', async () => {
  const { code, output } = await smoke(service.url)
  expect([code, output.split('\n').filter((line) => line.startsWith('✗'))]).toEqual([0, []])
  expect(output.match(/^✓/gm)?.length).toBeGreaterThanOrEqual(20)
})

test('with a key the smoke check talks to the desk agent', async () => {
  const { key } = await signIn(service.post, service.baseUrl)
  const { code, output } = await smoke(service.url, key)
  expect(output).toMatch(/^✓ A2A round trip/m)
  expect(code).toBe(0)
})

test('the smoke check of another service fails', async () => {
  const { code, output } = await smoke(`${service.url}/nowhere`)
  expect([code, output]).toEqual([1, expect.stringContaining('0 passed')])
})

describe('the documents', () => {
  const paths = () => service.operations.filter(({ document }) => document).map(({ path }) => path)

  test('have a validator, are cached, compressed, and readable by any page', async () => {
    for (const path of paths().filter((one) => !one.includes('{'))) {
      const response = await fetch(service.url + path, {
        headers: { 'accept-encoding': 'br', origin: 'https://any.example' },
      })
      const etag = response.headers.get('etag') ?? ''
      await response.arrayBuffer()
      expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=/)
      const again = await fetch(service.url + path, { headers: { 'if-none-match': etag } })
      expect([path, again.status]).toEqual([path, 304])
    }
  })

  test('name only addresses of this deployment that answer', async () => {
    const { documents } = await json(fetch(`${service.url}/api/developer/status`))
    for (const url of Object.values<string>(documents)) {
      const response = await fetch(url)
      expect([url, response.status]).toEqual([url, 200])
      await response.body?.cancel()
    }
  })

  test('describe the whole catalogue in the form of their standards', async () => {
    const card = await json(fetch(`${service.url}/.well-known/mcp/server-card.json`))
    expect(card).toMatchObject({
      $schema: expect.stringContaining('server-card.schema.json'),
      remotes: [{ type: 'streamable-http', url: `${service.url}/mcp` }],
    })
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(card.description.length).toBeLessThanOrEqual(100)
    const catalog = await json(fetch(`${service.url}/.well-known/ai-catalog.json`))
    for (const entry of catalog.entries)
      expect(entry).toMatchObject({
        identifier: expect.stringMatching(/^urn:air:/),
        mediaType: expect.any(String),
        url: expect.stringMatching(/^http/),
      })
    const configuration = await json(fetch(`${service.url}/.well-known/agent-configuration`))
    expect(configuration).not.toHaveProperty('version')
    const resource = await json(fetch(`${service.url}/.well-known/oauth-protected-resource/mcp`))
    expect(resource).toMatchObject({ resource: `${service.url}/mcp`, bearer_methods_supported: ['header'] })
    expect(resource.authorization_servers).toEqual([service.url])
  })
})
