import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLER_RULES } from '#discovery/callerRules.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { untilBoxesRun, untilReady } from '../setup/untilReady.ts'

const SKILLS = ['svc-api', 'svc-arena', 'svc-box', 'svc-launchpad', 'svc-liquidity', 'svc-mandates', 'svc-rules']

let service: ListeningService
beforeAll(async () => {
  service = await startListeningService({ BOXES_MAX: '2' })
  await untilReady(service)
  await untilBoxesRun(service)
})
afterAll(() => service?.[Symbol.asyncDispose]())

const read = async (path: string) => (await service.get(path)).text()
const documentOf = (name: string) => read(`/api/skills-store/${name}/SKILL.md`)
const bashOf = (markdown: string) =>
  [...markdown.matchAll(/```bash\n([\s\S]*?)```/g)].map((match) => match[1]).join('\n')

/** Runs the commands of a text as a reader would, in an empty folder. */
async function run(script: string): Promise<string> {
  const { token, key } = await newKey(service.url)
  const coin = service.devnet.description.tokens[0]!.address
  const env = { PATH: process.env['PATH'] ?? '', API_KEY: key, SESSION_TOKEN: token, TOKEN: coin }
  const cwd = await mkdtemp(join(tmpdir(), 'skill-'))
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env, cwd })
  return stdout
}

describe('the skills store', () => {
  test('lists every package, the first of which is the way in', async () => {
    const index = JSON.parse(await read('/api/skills-store'))
    expect(index.skills.map(({ name }: { name: string }) => name)).toEqual(SKILLS)
    expect(index.skills[0]).toMatchObject({ name: 'svc-api', version: '1.2.0' })
  })

  test.each(SKILLS)('%s is valid, and is served with the digest it names', async (name) => {
    const detail = JSON.parse(await read(`/api/skills-store/${name}`))
    expect(detail.validation).toMatchObject({ valid: true, specification: 'agentskills.io' })
    const text = await documentOf(name)
    expect(text).toMatch(new RegExp(`^---\nname: ${name}\n`))
    expect(text).not.toContain('{{')
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')
    expect([detail.digest, detail.files[0].digest]).toEqual([`sha256:${digest}`, `sha256:${digest}`])
    const index = JSON.parse(await read('/.well-known/agent-skills/index.json'))
    expect(index.skills).toContainEqual(expect.objectContaining({ name, type: 'skill-md', digest: `sha256:${digest}` }))
  })

  test('names the available skills when an unknown one is requested', async () => {
    const response = await service.get('/api/skills-store/nothing')
    expect([response.status, (await response.json()) as object]).toMatchObject([
      404,
      { code: 'not_found', message: expect.stringContaining('svc-api') },
    ])
  })
})

describe('every command of a skill works', () => {
  test.each(SKILLS)('%s', async (name) => {
    expect((await run(bashOf(await documentOf(name)))).length).toBeGreaterThan(100)
  })

  test.each(SKILLS)('%s names only paths that are served', async (name) => {
    const served = service.operations.map(({ path }) => path)
    const named = [...(await documentOf(name)).matchAll(/(?:^|`)(?:GET|POST|DELETE) (\/[^\s`?]+)/gm)].map(
      (match) => match[1],
    )
    for (const path of named) expect(served).toContain(path)
  })
})

describe('the rules for callers', () => {
  const places: Record<string, () => Promise<string>> = {
    '/llms.txt': () => read('/llms.txt'),
    '/api/developer/llms.txt': () => read('/api/developer/llms.txt'),
    svc_agent_handoff: () => callTool('svc_agent_handoff'),
    svc_api_discovery: () => callTool('svc_api_discovery'),
    ...Object.fromEntries(SKILLS.map((name) => [name, () => documentOf(name)])),
  }
  async function callTool(name: string): Promise<string> {
    const response = await service.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
    const { result } = (await response.json()) as { result: { content: { text: string }[] } }
    return result.content[0]!.text
  }

  test.each(Object.keys(places))('are all in %s', async (place) => {
    const text = await places[place]!()
    for (const rule of Object.values(CALLER_RULES)) expect(text).toContain(rule)
  })

  test.each([
    ['discovery before writes', /read and discovery calls come before write calls/],
    ['only listed paths', /only paths that the OpenAPI document lists/],
    ['what to show before a live write', /protocol, pair, amounts, chain, range and estimated gas/],
    ['explicit confirmation', /explicit confirmation/],
    ['no server signer', /No server-side signer/],
    ['user-signed transactions', /Prefer transactions that the user’s own wallet signs/],
    ['no secrets in logs', /Never log or echo a full API key, a private key or a seed phrase/],
    ['operators only', /admin:\* is for trusted operators only/],
    ['throwaway keys', /explicit user approval, and only a funded throwaway key/],
    ['no bridge keys', /bridge custody keys or bridge roles/],
    ['chain id', /chain id is 4663/],
    ['no peg', /pegged token or is 1:1 backed/],
    ['warnings', /graduation, fees and irreversible deploys/],
  ])('hold what the specifications ask of callers: %s', (_, wording) => {
    expect(Object.values(CALLER_RULES).join('\n')).toMatch(wording)
  })
})

test('svc-box gets an answer of the desk agent', async () => {
  const output = await run(bashOf(await documentOf('svc-box')))
  expect(output).toMatch(/"agentReply":\{.*1 WETH = 3,000/s)
})
