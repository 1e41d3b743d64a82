/** Structured data next to the text of a reply, such as a transaction to sign. */
export type Card = {
  kind: 'transaction' | 'approval' | 'signature' | 'quote' | 'table' | 'link'
  title: string
  /** Its effects in plain words, one sentence each. */
  words: string[]
  warnings?: string[]
  data?: unknown
}

/** The media type of a card, which the Agent Client Protocol carries as an embedded resource. */
export const CARD_TYPE = 'application/vnd.slipway.card+json'
/** The `_meta` key under which the service passes the history of a session, to agents that say that they read it. */
export const HISTORY_KEY = 'slipway.dev/history'
