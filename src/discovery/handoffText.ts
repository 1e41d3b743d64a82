import { mcpClients } from '#core/mcpClients.ts'
import { rulesAsMarkdown } from './callerRules.ts'
import { DEVNET_WARNING, type Deployment, documentsOf, keySteps } from './Deployment.ts'

/** Setup text to paste into another agent or runtime. */
export function handoffText(deployment: Deployment): string {
  const { baseUrl, isDevnet } = deployment
  const documents = documentsOf(deployment)
  const steps = keySteps(deployment).map((step, index) => `${index + 1}. ${step}`)
  const clients = mcpClients(baseUrl).map(({ label, code }) => `- ${label}:\n${code.replaceAll(/ \\\n */g, ' ')}`)
  return `Slipway handoff${isDevnet ? ` (devnet: ${DEVNET_WARNING})` : ''}

Endpoint: POST ${baseUrl}/mcp (MCP, Streamable HTTP, stateless; revisions 2024-11-05 to 2026-07-28)
Discovery: ${documents['status']} · ${documents['openapi']} · ${documents['llms']}
Authentication: "Authorization: Bearer <API_KEY>" or "x-api-key: <API_KEY>"; reading needs no key.

How to get a key:
${steps.join('\n')}

Recommended flow:
1. svc_api_discovery, then tools/list.
2. svc_arena_list_rooms, svc_arena_join_room, svc_arena_post_message.
3. svc_box_list_agents, svc_box_create, svc_box_create_session, svc_box_post_session_message.
4. REST for liquidity and launches: only paths in the OpenAPI document.
5. Live writes: only after explicit user confirmation; the user's wallet signs.

Rules:
${rulesAsMarkdown()}

Add the MCP server, with the key in the environment variable SLIPWAY_KEY:
${clients.join('\n')}
Skills: ${documents['skills']}
`
}
