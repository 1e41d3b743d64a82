import { checkCard, checkRoundTrip } from './smokeAgent.ts'

/** One requirement of a deployment; `run` throws if it is not met. */
type Check = { name: string; run(): Promise<void> }

const TOOLS = 12
const MS_MAX = 10_000

/** The checks of the specification's smoke check, then the documents of the standards. */
export function checks(baseUrl: string, key?: string): Check[] {
  const get = (path: string) => fetchText(baseUrl + path)
  const json = async (path: string): Promise<Json> => parse(await get(path), path)
  const shaped = (name: string, path: string, holds: (body: Json) => boolean): Check => ({
    name,
    run: async () => require(holds(await json(path)), `${path} has another shape`),
  })
  return [
    shaped('health', '/api/health', ({ status }) => status === 'ok'),
    shaped(
      'developer status',
      '/api/developer/status',
      (body) => body['status'] === 'ok' && 'endpoints' in body && 'discovery' in body,
    ),
    shaped(
      'OpenAPI',
      '/api/developer/openapi.json',
      ({ openapi, paths }) => /^3\./.test(String(openapi)) && isObject(paths),
    ),
    {
      name: 'LLM docs',
      run: async () => require((await get('/api/developer/llms.txt')).includes('/api/'), 'llms.txt names no path'),
    },
    shaped(
      'agent configuration',
      '/.well-known/agent-configuration',
      (body) => 'name' in body && isObject(body['endpoints']),
    ),
    ...agentCard(baseUrl, key),
    shaped(
      'tool-server discovery',
      '/.well-known/mcp',
      (body) => isObject(body['transport']) && 'capabilities' in body,
    ),
    shaped(
      '12-tool server card',
      '/.well-known/mcp/server-card.json',
      ({ tools }) => Array.isArray(tools) && tools.length === TOOLS,
    ),
    { name: '12 tools served', run: () => checkTools(baseUrl) },
    shaped('skills index', '/api/skills-store', ({ skills }) => JSON.stringify(skills).includes('"name":"svc-api"')),
    shaped(
      'skill detail',
      '/api/skills-store/svc-api',
      ({ validation }) => isObject(validation) && validation['valid'] === true,
    ),
    {
      name: 'raw skill document',
      run: async () =>
        require(/^---\nname: svc-api\n/.test(await get('/api/skills-store/svc-api/SKILL.md')), 'no front matter'),
    },
    ...standards(shaped, get),
  ]
}

type Json = Record<string, unknown>
type Shaped = (name: string, path: string, holds: (body: Json) => boolean) => Check

function standards(shaped: Shaped, get: (path: string) => Promise<string>): Check[] {
  const text = (name: string, path: string, form: RegExp): Check => ({
    name,
    run: async () => require(form.test(await get(path)), `${path} has another form`),
  })
  return [
    shaped(
      'agent skills index',
      '/.well-known/agent-skills/index.json',
      ({ skills }) => Array.isArray(skills) && skills.every(isDigested),
    ),
    shaped(
      'AI catalog',
      '/.well-known/ai-catalog.json',
      ({ specVersion, entries }) => specVersion === '1.0' && Array.isArray(entries),
    ),
    shaped('API catalog', '/.well-known/api-catalog', ({ linkset }) => Array.isArray(linkset)),
    shaped('protected resource', '/.well-known/oauth-protected-resource', ({ resource }) =>
      URL.canParse(String(resource)),
    ),
    shaped('protected tool server', '/.well-known/oauth-protected-resource/mcp', ({ resource }) =>
      String(resource).endsWith('/mcp'),
    ),
    shaped('public keys', '/.well-known/jwks.json', ({ keys }) => Array.isArray(keys) && keys.length > 0),
    {
      name: 'security.txt, where it is listed',
      run: async () => {
        const { documents } = parse(await get('/api/developer/status'), 'the status')
        const path = '/.well-known/security.txt'
        if (isObject(documents) && 'securityTxt' in documents)
          require(/^(Contact: (mailto:|https?:|tel:)\S+\n)+Expires: /.test(await get(path)), `${path} has another form`)
      },
    },
    text('robots.txt', '/robots.txt', /^User-agent: \*/),
    text('sitemap', '/sitemap.xml', /^<\?xml[\s\S]*<urlset/),
    text('llms.txt', '/llms.txt', /^# .+\n\n> /),
  ]
}

/** The card, its signature, and a round trip: with a key an answer of the desk agent, without one its refusal. */
function agentCard(baseUrl: string, key: string | undefined): Check[] {
  const run = async () => {
    const body = parse(await fetchText(`${baseUrl}/.well-known/agent-card.json`), 'the agent card')
    const isShaped = 'name' in body && Array.isArray(body['skills']) && 'capabilities' in body
    require(isShaped, 'the agent card has another shape')
  }
  return [
    { name: 'agent card', run },
    { name: 'agent card signature', run: () => checkCard(baseUrl) },
    { name: key ? 'A2A round trip' : 'A2A without a key', run: () => checkRoundTrip(baseUrl, key) },
  ]
}

async function checkTools(baseUrl: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await fetch(`${baseUrl}/mcp`, { method: 'POST', headers, body, signal: AbortSignal.timeout(MS_MAX) })
  const { result } = parse(await response.text(), '/mcp') as { result?: { tools?: unknown[] } }
  require(result?.tools?.length === TOOLS, `tools/list has ${result?.tools?.length ?? 'no'} tools`)
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(MS_MAX) })
  const text = await response.text()
  require(response.status === 200, `${new URL(url).pathname} answers ${response.status}`)
  require(!/^\s*<!doctype html/i.test(text), `${new URL(url).pathname} is a page`)
  return text
}

function parse(text: string, what: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new Error(`${what} is not JSON`)
  }
}

function isDigested(skill: unknown): boolean {
  return isObject(skill) && /^sha256:[0-9a-f]{64}$/.test(String(skill['digest']))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function require(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem)
}
