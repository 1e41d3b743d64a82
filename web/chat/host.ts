/** The chat that shows the card: JSON-RPC over `postMessage`, as MCP Apps define it (2026-01-26). */
const VERSION = '2026-01-26'

export type Result = { structuredContent?: Record<string, unknown>; isError?: boolean }
type Context = { theme?: unknown; locale?: unknown }
type Message = { id?: number | string; method?: string; params?: unknown; result?: unknown; error?: unknown }

export type Host = { openLink(url: string): void; resized(height: number): void }

type Listeners = { result(result: Result): void; cancelled(): void; context(context: Context): void }

/** Greets the host and passes on the result of the tool. Only messages of the window above are read. */
export async function connectHost(listeners: Listeners): Promise<Host> {
  const waiting = new Map<unknown, (message: Message) => void>()
  const post = (message: Message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const notify = (method: string, params: object = {}) => post({ method: `ui/notifications/${method}`, params })
  const ask = (method: string, params: object): Promise<Message> => {
    const id = waiting.size + 1
    post({ id, method, params })
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    if (source !== parent || typeof data !== 'object' || data === null) return
    if (data.method === undefined) return waiting.get(data.id)?.(data)
    if (data.id !== undefined) return post(answerTo(data))
    hear(data, listeners)
  })
  const greeting = await ask('ui/initialize', {
    protocolVersion: VERSION,
    appInfo: { name: 'slipway-card', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  })
  listeners.context((greeting.result as { hostContext?: Context } | undefined)?.hostContext ?? {})
  notify('initialized')
  return {
    openLink: (url) => void ask('ui/open-link', { url }),
    resized: (height) => notify('size-changed', { height }),
  }
}

function hear({ method, params }: Message, { result, cancelled, context }: Listeners): void {
  if (method === 'ui/notifications/tool-result') result((params ?? {}) as Result)
  if (method === 'ui/notifications/tool-cancelled') cancelled()
  if (method === 'ui/notifications/host-context-changed') context((params ?? {}) as Context)
}

/** The host asks for the end of the card, or whether it is alive; anything else is unknown here. */
function answerTo({ id, method }: Message): Message {
  if (id !== undefined && (method === 'ping' || method === 'ui/resource-teardown')) return { id, result: {} }
  return { ...(id !== undefined && { id }), error: { code: -32_601, message: `Method not found: ${method}` } }
}
