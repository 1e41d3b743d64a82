import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

// biome-ignore lint/suspicious/noExplicitAny: an example reads answers as a client without types would.
type Answer = any
export type ToolClient = { call(tool: string, input?: object): Promise<Answer>; close(): Promise<void> }
type Caller = {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

/** A client of the first line of the SDK, as most agents have it. */
export async function connectEarlier(baseUrl: string, key: string): Promise<ToolClient> {
  const client = new Client({ name: 'example', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: bearing(key) })
  await client.connect(transport as never)
  return toolClient(client as unknown as Caller)
}

/** A client of the second line, in the newest revision of the protocol. */
export async function connectNewest(baseUrl: string, key: string): Promise<ToolClient> {
  const mode = { pin: '2026-07-28' }
  const client = new NewClient({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new NewTransport(new URL(`${baseUrl}/mcp`), { requestInit: bearing(key) }))
  return toolClient(client as unknown as Caller)
}

function bearing(key: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${key}` } }
}

function toolClient(client: Caller): ToolClient {
  return {
    async call(name, input = {}) {
      const result = (await client.callTool({ name, arguments: { ...input } })) as Answer
      if (result.isError) throw new Error(`${name}: ${result.content[0].text}`)
      return result.structuredContent
    },
    close: () => client.close(),
  }
}
