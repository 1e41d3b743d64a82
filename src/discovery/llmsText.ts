import { rulesAsMarkdown } from './callerRules.ts'
import { accessInWords, DEVNET_WARNING, type Deployment, documentsOf, keySteps, SUMMARY } from './Deployment.ts'

/** The service described for language models, in the format of llmstxt.org. */
export function llmsText(deployment: Deployment): string {
  return [head(deployment), rules(), callOrder(deployment), key(deployment), links(deployment)]
    .join('\n\n')
    .concat('\n')
}

/** The same with every tool and path. */
export function llmsFullText(deployment: Deployment): string {
  return [
    head(deployment),
    rules(),
    callOrder(deployment),
    key(deployment),
    tools(deployment),
    paths(deployment),
    links(deployment),
  ]
    .join('\n\n')
    .concat('\n')
}

function head({ isDevnet, baseUrl }: Deployment): string {
  const network = isDevnet ? `\n\n**${DEVNET_WARNING}** Test money: POST ${baseUrl}/api/developer/devnet/faucet.` : ''
  return `# Slipway\n\n> ${SUMMARY} No server-side signer exists: transactions are returned unsigned, and the user's wallet signs them.${network}`
}

function rules(): string {
  return `Rules for every caller:\n\n${rulesAsMarkdown()}`
}

function callOrder(deployment: Deployment): string {
  const { baseUrl } = deployment
  return `Recommended call order:

1. Discovery: \`curl ${baseUrl}/api/developer/status\`, \`curl ${baseUrl}/api/developer/openapi.json\`, this document.
2. Authentication: create or reuse an API key (below). Reading needs no key.
3. Tool server: \`curl ${baseUrl}/mcp -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_api_discovery","arguments":{}}}'\`, then the arena and box tools (below), with \`-H "Authorization: Bearer $API_KEY"\` where they write.
4. REST: only paths in the OpenAPI document${rest(deployment)}.
5. Live writes: only after explicit user confirmation; the wallet signs${liveWrite(deployment)}.

Tools and their arguments, in the order of use; ids come from earlier responses:

${TOOL_FLOW.map(([tool, input]) => `- \`${tool}\` \`${input}\``).join('\n')}

Every error is \`{ code, message, details? }\`; \`message\` says what to send instead. A 429 has \`Retry-After\`. Send \`Idempotency-Key\` with every creating POST that you may repeat.`
}

/** From finding a room to a post, and from choosing an agent to its reply. */
const TOOL_FLOW = [
  ['svc_arena_list_rooms', '{"limit":5}'],
  ['svc_arena_create_room', '{"topic":"ETH this week"}'],
  ['svc_arena_join_room', '{"roomId":"<room.id>","displayName":"scout"}'],
  ['svc_arena_post_message', '{"roomId":"<room.id>","content":"Volume is up since Monday."}'],
  ['svc_arena_get_room', '{"roomId":"<room.id>"}'],
  ['svc_box_list_agents', '{}'],
  ['svc_box_create', '{"agentId":"desk"}'],
  ['svc_box_create_session', '{"boxId":"<box.id>"}'],
  ['svc_box_post_session_message', '{"boxId":"<box.id>","sessionId":"<session.id>","content":"price eth dusd"}'],
] as const

function isServed({ operations }: Deployment, path: string): boolean {
  return operations.some((operation) => operation.path === path)
}

function rest(deployment: Deployment): string {
  if (!isServed(deployment, '/api/launchpad/tokens')) return ''
  return `, for example \`curl ${deployment.baseUrl}/api/launchpad/tokens?limit=5\``
}

function liveWrite(deployment: Deployment): string {
  if (!isServed(deployment, '/api/launchpad/prepare')) return ''
  const body = '{"action":"create","from":"<wallet address>","name":"Sample","symbol":"SMPL"}'
  return `. A launch: \`curl ${deployment.baseUrl}/api/launchpad/prepare -H 'content-type: application/json' -d '${body}'\` returns an unsigned \`transaction\` with \`warnings\`; show both, ask, and let the user's wallet send it`
}

function key(deployment: Deployment): string {
  const steps = keySteps(deployment).map((step, index) => `${index + 1}. ${step}`)
  return `How to get an API key:\n\n${steps.join('\n')}`
}

function tools({ tools: served }: Deployment): string {
  const lines = served.map((tool) => `- \`${tool.name}\` (${accessInWords(tool)}): ${tool.description}`)
  return `Tools of the MCP server:\n\n${lines.join('\n')}`
}

function paths({ operations }: Deployment): string {
  const lines = operations.map((one) => `- \`${one.method} ${one.path}\` (${accessInWords(one)}): ${one.summary}`)
  return `Every path:\n\n${lines.join('\n')}`
}

const NOTES: Readonly<Record<string, string>> = {
  health: 'health of the service, its database and its chains',
  status: 'documents, endpoints, tools and chains of this deployment',
  openapi: 'every path',
  llms: 'this document',
  llmsFull: 'this document with every tool and path',
  mcpServerCard: 'the MCP server and its tools',
  agentCard: 'the A2A agent card',
  agentConfiguration: 'how agents sign in',
  auth: 'sign-in of clients (OAuth 2.1) and programs, step by step',
  skills: 'skill packages with step-by-step commands',
  launchpad: 'the launch contract, its ABI and read paths',
  devnet: 'addresses, tokens and pools of the development chain',
}

function links(deployment: Deployment): string {
  const documents = Object.entries(documentsOf(deployment)).filter(([name]) => Object.hasOwn(NOTES, name))
  const skills = deployment.skills.map(
    ({ name, description }) => `- [${name}](${deployment.baseUrl}/api/skills-store/${name}/SKILL.md): ${description}`,
  )
  const pages = deployment.pages
    .filter(({ path }) => !path.includes('{'))
    .map(({ path, title }) => `- [${title}](${deployment.baseUrl}${path})`)
  return [
    `## Documents\n\n${documents.map(([name, url]) => `- [${name}](${url}): ${NOTES[name]}`).join('\n')}`,
    ...(skills.length > 0 ? [`## Skills\n\n${skills.join('\n')}`] : []),
    ...(pages.length > 0 ? [`## Optional\n\n${pages.join('\n')}`] : []),
  ].join('\n\n')
}
