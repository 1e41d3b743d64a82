import type { Snippet } from './codeTabs.ts'

const KEY = '$SLIPWAY_KEY'

/** How to add this MCP server to common clients. Only writes need a key. */
export function mcpClients(baseUrl: string): Snippet[] {
  const url = `${baseUrl}/mcp`
  const server = { url, headers: { 'x-api-key': KEY } }
  return [
    {
      label: 'Claude Code',
      code: `claude mcp add --transport http slipway \\\n  ${url} \\\n  --header "x-api-key: ${KEY}"`,
    },
    { label: 'Cursor', code: pretty({ mcpServers: { slipway: server } }, '.cursor/mcp.json') },
    { label: 'VS Code', code: pretty({ servers: { slipway: { type: 'http', ...server } } }, '.vscode/mcp.json') },
    {
      label: 'Codex',
      code: `# ~/.codex/config.toml\n[mcp_servers.slipway]\nurl = "${url}"\nhttp_headers = { "x-api-key" = "${KEY}" }`,
    },
    {
      label: 'curl',
      code: `curl -s ${url} --json '{"jsonrpc":"2.0","id":1,"method":"tools/call",\n  "params":{"name":"svc_api_discovery","arguments":{}}}'`,
    },
  ]
}

function pretty(value: unknown, file: string): string {
  return `// ${file}\n${JSON.stringify(value, null, 2)}`
}
