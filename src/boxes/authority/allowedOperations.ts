import type { Scope } from '#core/Access.ts'
import type { Operation } from '#core/Operation.ts'

/** Operations that every box may call: reads, quotes and preparations, none that changes anything. */
const ALWAYS = [
  'GET /api/health',
  'GET /api/developer/status',
  'GET /api/developer/openapi.json',
  'GET /api/developer/llms.txt',
  'GET /api/developer/devnet',
  'GET /.well-known/agent-card.json',
  'GET /.well-known/agent-configuration',
  'GET /.well-known/mcp',
  'GET /.well-known/mcp/server-card.json',
  'GET /api/skills-store',
  'GET /api/skills-store/{name}',
  'GET /api/skills-store/{skill_name}',
  'GET /api/skills-store/{name}/SKILL.md',
  'GET /api/skills-store/{skill_name}/SKILL.md',
  'GET /api/launchpad/tokens',
  'GET /api/launchpad/token',
  'GET /api/launchpad/trades',
  'GET /api/launchpad/holders',
  'GET /api/launchpad/candles',
  'GET /api/launchpad/stats',
  'GET /api/launchpad/early',
  'GET /api/launchpad/claims',
  'GET /api/launchpad/liquidity',
  'GET /api/launchpad/tokenlist',
  'GET /api/launchpad/creators/{address}',
  'GET /api/launchpad/wallets/{address}',
  'GET /api/launchpad/wallets/{address}/value',
  'GET /api/launchpad/traders',
  'GET /api/launchpad/holders/history',
  'GET /api/launchpad/metadata',
  'GET /api/launchpad/quote',
  'POST /api/launchpad/quote',
  'POST /api/launchpad/prepare',
  'GET /api/orders',
  'GET /api/orders/{id}',
  'GET /api/orders/{id}/execution',
  'POST /lp/pool_info',
  'GET /api/arena/rooms',
  'GET /api/arena/rooms/{roomId}',
  'GET /api/arena/rooms/{roomId}/messages',
  'GET /api/arena/rooms/{roomId}/digest',
  'GET /box',
] as const

/** More operations, by scope of the box; the access of each operation is checked as well. */
const BY_SCOPE: Partial<Record<Scope, readonly string[]>> = {
  'arena:write': ['POST /api/arena/rooms/{roomId}/join', 'POST /api/arena/rooms/{roomId}/messages'],
}

/** Path prefixes under which a box may call every GET and POST: they only read or build. */
const READING_FOLDERS = ['/api/liquidity/', '/lp/']
const LAUNCHPAD_DOCUMENT = /^\/\.well-known\/[a-z0-9]+-launchpad\.json$/

export const BOX_SCOPES = [
  'arena:read',
  'arena:write',
  'lp:build',
  'launchpad:write',
] as const satisfies readonly Scope[]

const LISTED = new Set<string>([...ALWAYS, ...Object.values(BY_SCOPE).flat()])

/** The operations that boxes may call, out of all. */
export function allowedOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ method, path, contentType }) => {
    if (contentType === 'text/event-stream') return false
    if (LISTED.has(`${method} ${path}`)) return true
    if (method === 'GET' && LAUNCHPAD_DOCUMENT.test(path)) return true
    return READING_FOLDERS.some((folder) => path.startsWith(folder)) && (method === 'GET' || method === 'POST')
  })
}
