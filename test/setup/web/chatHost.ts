import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** A chat in a page: the reference host of MCP Apps with the reference client. */
export type ChatHost = {
  /** Calls a tool and shows its card; resolves with the result once the card has a size. */
  call(tool: string, input: Record<string, unknown>): Promise<string>
  connect(url: string, key: string): Promise<void>
  links(): string[]
  setTheme(theme: 'light' | 'dark'): void
}

/** The few parts of a page that the chat uses; the tests are checked without the types of a browser. */
type Frame = {
  sandbox: { add(token: string): void }
  style: { cssText: string; height: string }
  contentWindow: never
  srcdoc: string
  title: string
  remove(): void
}
type Body = Pick<Frame, 'style'> & { append(frame: Frame): void }
const { document } = globalThis as unknown as {
  document: { querySelector(name: string): Frame | null; createElement(name: string): Frame; body: Body }
}

let client: Client
let bridge: AppBridge
const opened: string[] = []
let theme: 'light' | 'dark' = 'light'

async function connect(url: string, key: string): Promise<void> {
  const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
  client = new Client({ name: 'chat', version: '1' }, { capabilities } as never)
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
}

type ToolMeta = { ui?: { resourceUri?: string } }

async function call(name: string, input: Record<string, unknown>): Promise<string> {
  const { tools } = await client.listTools()
  const tool = tools.find((one) => one.name === name)
  const uri = (tool?._meta as ToolMeta | undefined)?.ui?.resourceUri
  if (uri === undefined) throw new Error(`${name} has no card.`)
  const result = await client.callTool({ name, arguments: input })
  const { contents } = await client.readResource({ uri })
  await show((contents[0] as { text: string }).text, result)
  return JSON.stringify(result.structuredContent)
}

async function show(text: string, result: object): Promise<void> {
  document.querySelector('iframe')?.remove()
  const frame = document.createElement('iframe')
  frame.title = 'Card'
  frame.sandbox.add('allow-scripts')
  frame.style.cssText = 'width:100%;border:0'
  document.body.style.cssText = `color-scheme:${theme};background:${theme === 'dark' ? '#1b1b1b' : '#ffffff'}`
  document.body.append(frame)
  const view = frame.contentWindow
  bridge = new AppBridge(null, { name: 'chat', version: '1' }, { openLinks: {} }, { hostContext: { theme } })
  const { promise: sized, resolve } = Promise.withResolvers<void>()
  bridge.onopenlink = async ({ url }) => {
    opened.push(url)
    return {}
  }
  const initialized = new Promise<void>((done) => {
    bridge.oninitialized = () => done()
  })
  await bridge.connect(new PostMessageTransport(view, view))
  frame.srcdoc = text
  await initialized
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`
    if ((height ?? 0) > 40) resolve()
  }
  await bridge.sendToolInput({ arguments: {} })
  await bridge.sendToolResult(result as never)
  await sized
}

Object.assign(globalThis, {
  chatHost: {
    call,
    connect,
    links: () => opened,
    setTheme: (chosen) => {
      theme = chosen
    },
  } satisfies ChatHost,
})
