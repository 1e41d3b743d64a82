import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Access, type Caller, isPublic } from '#core/Access.ts'
import type { Operation } from '#core/Operation.ts'
import { createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** The access table. A new operation fails this test until its access is listed here. */
const TABLE: Record<string, string> = {
  'GET /api/health': 'optional',
  'GET /api/health/history': 'none',
  'GET /status/reliability': 'none',
  'GET /api/developer/status': 'none',
  'GET /api/developer/openapi.json': 'none',
  'GET /api/developer/llms.txt': 'none',
  'GET /llms.txt': 'none',
  'GET /llms-full.txt': 'none',
  'GET /.well-known/mcp': 'none',
  'GET /.well-known/mcp.json': 'none',
  'GET /.well-known/mcp/server-card.json': 'none',
  'GET /mcp/server-card': 'none',
  'GET /.well-known/agent-configuration': 'none',
  'GET /.well-known/ai-catalog.json': 'none',
  'GET /.well-known/agent-skills/index.json': 'none',
  'GET /.well-known/skills/index.json': 'none',
  'GET /.well-known/api-catalog': 'none',
  'GET /.well-known/oauth-protected-resource': 'none',
  'GET /.well-known/oauth-protected-resource/mcp': 'none',
  'GET /.well-known/oauth-protected-resource/a2a': 'none',
  'GET /.well-known/security.txt': 'none',
  'GET /robots.txt': 'none',
  'GET /sitemap.xml': 'none',
  'POST /mcp': 'open',
  'GET /api/skills-store': 'none',
  'GET /api/skills-store/{skill_name}': 'none',
  'GET /api/skills-store/{skill_name}/SKILL.md': 'none',
  'GET /livez': 'none',
  'GET /readyz': 'none',
  'GET /metrics': 'none',
  'GET /api/developer/devnet': 'none',
  'POST /api/developer/devnet/faucet': 'none',
  'GET /api/auth/oidc': 'none',
  'GET /api/auth/oidc/callback': 'none',
  'POST /api/auth/oidc/start': 'none',
  'POST /api/auth/oidc/verify': 'none',
  'POST /api/auth/siwe/nonce': 'none',
  'POST /api/auth/siwe/verify': 'none',
  'POST /api/auth/logout': 'session',
  'GET /api/auth/me': 'session',
  'GET /.well-known/jwks.json': 'none',
  'GET /.well-known/oauth-authorization-server': 'none',
  'GET /oauth/authorize': 'none',
  'GET /oauth/authorize/{uid}': 'none',
  'GET /oauth/consent/{uid}/request': 'none',
  'POST /oauth/consent/{uid}/decision': 'session',
  'POST /oauth/token': 'none',
  'POST /oauth/revoke': 'none',
  'GET /api/developer/connections': 'session',
  'DELETE /api/developer/connections/{id}': 'session',
  'GET /auth.md': 'none',
  'GET /server.json': 'none',
  'POST /api/developer/keys': 'session or key keys:manage',
  'GET /api/developer/keys': 'session or key keys:manage',
  'DELETE /api/developer/keys/{id}': 'session or key keys:manage',
  'POST /api/developer/keys/{id}/rotate': 'session or key keys:manage',
  'GET /api/developer/keys/{id}/usage': 'session or key keys:manage',
  'POST /api/developer/keys/report': 'none',
  'GET /api/developer/audit': 'session or key keys:manage',
  'GET /api/admin/audit/export': 'admin or key audit:read',
  'GET /api/admin/developers': 'admin',
  'GET /api/admin/overview': 'admin',
  'POST /api/admin/developers/{developerId}/block': 'admin',
  'POST /api/admin/developers/{developerId}/boxes/end': 'admin',
  'POST /api/admin/developers/{developerId}/limits': 'admin',
  'POST /api/admin/developers/{developerId}/unblock': 'admin',
  'POST /lp/check_approval': 'key lp:build',
  'POST /lp/create': 'key lp:build',
  'POST /lp/create_classic': 'key lp:build',
  'POST /lp/increase': 'key lp:build',
  'POST /lp/decrease': 'key lp:build',
  'POST /lp/claim_fees': 'key lp:build',
  'POST /lp/claim_many': 'key lp:build',
  'POST /lp/compound': 'key lp:build',
  'POST /lp/rerange': 'key lp:build',
  'POST /lp/zap_in': 'key lp:build',
  'POST /lp/zap_out': 'key lp:build',
  'POST /lp/migrate': 'key lp:build',
  'POST /lp/pool_info': 'optional',
  'GET /api/liquidity/pools': 'optional',
  'GET /api/liquidity/depth': 'optional',
  'GET /api/liquidity/positions': 'optional',
  'GET /api/liquidity/tokens': 'optional',
  'GET /api/liquidity/receipt': 'optional',
  'GET /api/launchpad/tokens': 'none',
  'GET /api/launchpad/token': 'none',
  'GET /api/rh-launchpad/tokens': 'none',
  'GET /api/rh-launchpad/token': 'none',
  'GET /.well-known/rh-launchpad.json': 'none',
  'GET /api/launchpad/trades': 'none',
  'GET /api/launchpad/candles': 'none',
  'GET /api/launchpad/holders': 'none',
  'GET /api/launchpad/stats': 'none',
  'GET /api/launchpad/early': 'none',
  'GET /api/launchpad/claims': 'none',
  'GET /api/launchpad/liquidity': 'none',
  'GET /api/launchpad/tokenlist': 'none',
  'GET /api/launchpad/creators/{address}': 'none',
  'GET /api/launchpad/wallets/{address}': 'none',
  'GET /api/launchpad/wallets/{address}/value': 'none',
  'GET /api/launchpad/traders': 'none',
  'POST /api/liquidity/watches': 'session or key lp:build',
  'GET /api/liquidity/watches': 'session or key lp:build',
  'GET /api/liquidity/watches/{id}': 'session or key lp:build',
  'DELETE /api/liquidity/watches/{id}': 'session or key lp:build',
  'GET /api/launchpad/holders/history': 'none',
  'GET /api/launchpad/events': 'none',
  'GET /api/launchpad/market/latest-block': 'none',
  'GET /api/launchpad/market/asset': 'none',
  'GET /api/launchpad/market/pair': 'none',
  'GET /api/launchpad/market/events': 'none',
  'GET /api/launchpad/metadata': 'none',
  'POST /api/launchpad/metadata': 'none',
  'GET /api/launchpad/images/{hash}': 'none',
  'GET /api/launchpad/share/{address}': 'none',
  'POST /api/launchpad/takedown': 'admin',
  'POST /api/launchpad/restore': 'admin',
  'GET /api/launchpad/quote': 'none',
  'POST /api/launchpad/prepare': 'none',
  'POST /api/mandates/prepare': 'none',
  'GET /api/mandates': 'none',
  'POST /api/orders/prepare': 'none',
  'POST /api/orders/compounds/prepare': 'none',
  'POST /api/orders/reranges/prepare': 'none',
  'POST /api/orders/exits/prepare': 'none',
  'POST /api/orders': 'none',
  'GET /api/orders': 'none',
  'GET /api/orders/events': 'none',
  'GET /api/orders/{id}': 'none',
  'GET /api/orders/{id}/execution': 'none',
  'DELETE /api/orders/{id}': 'none',
  'POST /api/batch/prepare': 'key lp:build',
  'POST /api/explain': 'optional',
  'GET /api/receipts/{chainId}/{hash}': 'optional',
  'GET /api/explain/descriptors/{name}': 'none',
  'GET /api/event-types': 'none',
  'POST /api/rules': 'session or key rules:write',
  'GET /api/rules': 'session or key rules:read',
  'GET /api/rules/{id}': 'session or key rules:read',
  'PATCH /api/rules/{id}': 'session or key rules:write',
  'DELETE /api/rules/{id}': 'session or key rules:write',
  'POST /api/rules/{id}/test': 'session or key rules:write',
  'POST /api/rules/{id}/replay': 'session or key rules:write',
  'GET /api/alerts': 'session or key rules:read',
  'GET /api/alerts/events': 'session or key rules:read',
  'POST /api/webhooks': 'session or key rules:write',
  'GET /api/webhooks': 'session or key rules:read',
  'DELETE /api/webhooks/{id}': 'session or key rules:write',
  'POST /api/webhooks/{id}/rotate': 'session or key rules:write',
  'POST /api/webhooks/{id}/enable': 'session or key rules:write',
  'GET /api/webhooks/{id}/deliveries': 'session or key rules:read',
  'POST /api/webhooks/{id}/redeliver': 'session or key rules:write',
  'GET /api/push/key': 'none',
  'POST /api/push/subscriptions': 'session or key rules:write',
  'GET /api/push/subscriptions': 'session or key rules:read',
  'DELETE /api/push/subscriptions/{id}': 'session or key rules:write',
  'GET /.well-known/agent-card.json': 'none',
  'GET /.well-known/agent.json': 'none',
  'GET /.well-known/skills/{skill_name}/SKILL.md': 'none',
  'POST /a2a': 'session or key box:write',
  'POST /a2a/message:send': 'session or key box:write',
  'POST /a2a/message:stream': 'session or key box:write',
  'GET /a2a/tasks': 'session or key box:write',
  'GET /a2a/tasks/{taskId}': 'session or key box:write',
  'POST /a2a/tasks/{taskId}': 'session or key box:write',
  'POST /a2a/tasks/{taskId}/pushNotificationConfigs': 'session or key box:write',
  'GET /a2a/tasks/{taskId}/pushNotificationConfigs': 'session or key box:write',
  'GET /a2a/tasks/{taskId}/pushNotificationConfigs/{configId}': 'session or key box:write',
  'DELETE /a2a/tasks/{taskId}/pushNotificationConfigs/{configId}': 'session or key box:write',
  'GET /a2a/extendedAgentCard': 'session or key box:write',
  'GET /api/arena/rooms': 'open',
  'POST /api/arena/rooms': 'session or key arena:write',
  'GET /api/arena/rooms/{roomId}': 'open',
  'POST /api/arena/rooms/{roomId}/join': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/leave': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/close': 'session or key arena:write',
  'GET /api/arena/rooms/{roomId}/messages': 'open',
  'POST /api/arena/rooms/{roomId}/messages': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/messages/{messageId}/redact': 'session or key arena:write',
  'GET /api/arena/rooms/{roomId}/events': 'open',
  'GET /api/arena/rooms/{roomId}/leaderboard': 'open',
  'GET /api/arena/rooms/{roomId}/invites': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/invites': 'session or key arena:write',
  'DELETE /api/arena/rooms/{roomId}/invites/{inviteId}': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/participants/{participantId}/mute': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/participants/{participantId}/unmute': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/participants/{participantId}/kick': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/participants/{participantId}/ban': 'session or key arena:write',
  'POST /api/arena/rooms/{roomId}/participants/{participantId}/unban': 'session or key arena:write',
  'GET /api/arena/events': 'session or key arena:read',
  'GET /api/boxes/agents': 'none',
  'GET /api/boxes/agents/{agentId}': 'none',
  'GET /api/boxes': 'session or key box:read',
  'POST /api/boxes': 'session or key box:write',
  'GET /api/boxes/{boxId}': 'session or key box:read',
  'DELETE /api/boxes/{boxId}': 'session or key box:write',
  'POST /api/boxes/{boxId}/pause': 'session or key box:write',
  'POST /api/boxes/{boxId}/resume': 'session or key box:write',
  'POST /api/boxes/{boxId}/stop': 'session or key box:write',
  'POST /api/boxes/{boxId}/snapshots': 'session or key box:write',
  'GET /api/boxes/snapshots': 'session or key box:read',
  'POST /api/boxes/snapshots/{snapshotId}/fork': 'session or key box:write',
  'POST /api/boxes/{boxId}/restore': 'session or key box:write',
  'DELETE /api/boxes/snapshots/{snapshotId}': 'session or key box:write',
  'POST /api/boxes/{boxId}/schedules': 'session or key box:write',
  'GET /api/boxes/{boxId}/schedules': 'session or key box:read',
  'PATCH /api/boxes/{boxId}/schedules/{scheduleId}': 'session or key box:write',
  'DELETE /api/boxes/{boxId}/schedules/{scheduleId}': 'session or key box:write',
  'GET /api/boxes/{boxId}/logs': 'session or key box:read',
  'GET /api/boxes/{boxId}/files': 'session or key box:read',
  'PUT /api/boxes/{boxId}/files': 'session or key box:write',
  'GET /api/boxes/{boxId}/sessions': 'session or key box:read',
  'POST /api/boxes/{boxId}/sessions': 'session or key box:write',
  'GET /api/boxes/{boxId}/sessions/{sessionId}': 'session or key box:read',
  'GET /api/boxes/{boxId}/sessions/{sessionId}/messages': 'session or key box:read',
  'POST /api/boxes/{boxId}/sessions/{sessionId}/messages': 'session or key box:write',
  'GET /api/boxes/{boxId}/sessions/{sessionId}/events': 'session or key box:read',
  'POST /api/boxes/{boxId}/sessions/{sessionId}/cancel': 'session or key box:write',
  'GET /api/boxes/{boxId}/sessions/{sessionId}/confirmations': 'session or key box:read',
  'POST /api/boxes/{boxId}/confirmations/{id}': 'session or key box:write',
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

function inWords(access: Access): string {
  if (access.kind === 'key') return `key ${access.scope}`
  if (access.kind === 'session' && access.scope) return `session or key ${access.scope}`
  if (access.kind === 'admin' && access.scope) return `admin or key ${access.scope}`
  return access.kind
}

test('every operation is called by those in the table, and by no others', () => {
  const served = service.operations.map(({ method, path, access }) => [`${method} ${path}`, inWords(access)])
  expect(Object.fromEntries(served)).toEqual(TABLE)
})

test('answers that are kept for several callers are public reads', () => {
  const kept = service.operations.filter(({ revision }) => revision !== undefined)
  expect(kept.length).toBeGreaterThan(10)
  for (const { method, access, contentType } of kept)
    expect([method, access.kind, contentType]).toEqual(['GET', 'none', 'application/json'])
})

test('nobody without credentials gets past what is not public', async () => {
  for (const { method, path, access } of service.operations) {
    if (isPublic(access)) continue
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    const response = await service.send(method, url, { 'content-type': 'application/json' })
    expect([`${method} ${path}`, response.status]).toEqual([`${method} ${path}`, 401])
  }
})

/** A caller that may call every operation with this access. */
function callerFor({ kind }: Access): Caller {
  const known = { address: 'test', developerId: 'dev_1', subject: 'dev_1' }
  if (kind === 'key') return { kind: 'key', ...known, keyId: 'key_1', scopes: ['api:*', 'keys:manage', 'admin:*'] }
  return { kind: 'session', ...known, tokenId: 'tok_1', expiresAt: Number.POSITIVE_INFINITY, operator: true }
}

async function ask(operation: Operation, query: string): Promise<{ status: number; code?: string; message?: string }> {
  const { method, path, access } = operation
  const app = createApp(plainOptions([operation], { authenticate: () => callerFor(access) }))
  const url = `https://slipway.example${path.replaceAll(/\{\w+\}/g, 'x')}?${query}`
  const body = method !== 'GET' && method !== 'DELETE' ? { body: '{}' } : {}
  const headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
  const response = await app.fetch(new Request(url, { method, headers, ...body }))
  const text = await response.text()
  return { status: response.status, ...(response.status === 400 && JSON.parse(text)) }
}

/** Documents, which ignore unknown query parameters because caches add them, and raw protocols. */
const LENIENT =
  /^(GET \/(\.well-known\/|robots|sitemap|llms|auth\.md|server\.json|mcp\/server-card|api\/skills-store|api\/event-types|api\/explain\/descriptors|api\/developer\/(openapi|llms)|a2a\/|oauth\/authorize|api\/auth\/oidc\/callback)|(POST|DELETE) \/(mcp|a2a|oauth\/(token|revoke)))/

test('every operation refuses a field of the query that it does not know, but for documents and protocols', async () => {
  for (const operation of service.operations) {
    const name = `${operation.method} ${operation.path}`
    expect([name, operation.ignoresUnknownQuery === true]).toEqual([name, LENIENT.test(name)])
    if (operation.ignoresUnknownQuery) {
      if (operation.document) expect([name, (await ask(operation, 'v=2')).status]).not.toEqual([name, 400])
      continue
    }
    const answer = await ask(operation, 'nonsence=1')
    expect([name, answer]).toMatchObject([name, { status: 400, code: 'invalid_argument' }])
    expect([name, answer.message]).toEqual([name, expect.stringMatching(/^nonsence is not a known query parameter; /)])
  }
})

test('the refusal names the field that was probably meant', async () => {
  const message = async (name: string, query: string) =>
    (await ask(service.operations.find((operation) => operation.name === name) as Operation, query)).message
  expect(await message('listLaunchTokens', 'limt=5')).toMatch(/; send limit instead\.$/)
  expect(await message('prepareLaunchTransaction', 'slippageBps=5')).toMatch(/; send it in the JSON body\.$/)
  expect(await message('getLiveness', 'x=5')).toMatch(/; this path takes none\.$/)
})
