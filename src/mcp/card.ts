import type { Method } from './Method.ts'

/** The card of a tool's result, as a document that chats show (MCP Apps). */
const CARD_URI = 'ui://slipway/card'
const CARD_TYPE = 'text/html;profile=mcp-app'
export const APPS = 'io.modelcontextprotocol/ui'

const META = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: false } }

/** The `_meta` of a tool with a card. */
export const CARD_META = { ui: { resourceUri: CARD_URI } }

const CARD_RESOURCE = {
  uri: CARD_URI,
  name: 'card',
  title: 'Card of a result',
  description: 'Shows rooms, tokens, positions and proposed transactions in a chat. Loads nothing, signs nothing.',
  mimeType: CARD_TYPE,
  _meta: META,
}

/** Serves the card next to the other resources. */
export function withCard(
  card: string | undefined,
  methods: Record<string, Method>,
  cache: object,
): Record<string, Method> {
  const { 'resources/read': read, 'resources/list': list } = methods
  if (card === undefined || !read || !list) return methods
  const contents = [{ uri: CARD_URI, mimeType: CARD_TYPE, text: card, _meta: META }]
  return {
    ...methods,
    'resources/read': (params, context) =>
      params['uri'] === CARD_URI ? { contents, ...cache } : read(params, context),
    'resources/list': async (params, context) => {
      const listed = (await list(params, context)) as { resources: object[] }
      return { ...listed, resources: [...listed.resources, CARD_RESOURCE] }
    },
  }
}
