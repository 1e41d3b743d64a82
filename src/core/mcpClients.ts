type ClientSetup = { label: string; code: string }

const KEY = 'SLIPWAY_KEY'

/** How to add the MCP server to common clients. Each takes the key from its environment, or asks for it; only writes need one. */
export function mcpClients(baseUrl: string): ClientSetup[] {
  const url = `${baseUrl}/mcp`
  const add = (program: string) =>
    `${program} mcp add --transport http slipway \\\n  ${url} \\\n  --header "x-api-key: $${KEY}"`
  return [
    { label: 'Claude Code', code: add('claude') },
    { label: 'Codex', code: `codex mcp add slipway --url ${url} \\\n  --bearer-token-env-var ${KEY}` },
    { label: 'Cursor: .cursor/mcp.json', code: pretty(cursor(url)) },
    { label: 'VS Code: .vscode/mcp.json', code: pretty(vsCode(url)) },
    { label: 'Gemini CLI', code: add('gemini') },
    { label: 'Qwen Code', code: add('qwen') },
    {
      label: 'curl',
      code: `curl -s ${url} --json '{"jsonrpc":"2.0","id":1,"method":"tools/call",\n  "params":{"name":"svc_api_discovery","arguments":{}}}'`,
    },
  ]
}

function cursor(url: string): object {
  return { mcpServers: { slipway: { url, headers: { 'x-api-key': `\${env:${KEY}}` } } } }
}

function vsCode(url: string): object {
  const id = 'slipway-key'
  return {
    inputs: [{ type: 'promptString', id, description: 'Slipway API key', password: true }],
    servers: { slipway: { type: 'http', url, headers: { 'x-api-key': `\${input:${id}}` } } },
  }
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
