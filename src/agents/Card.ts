/** Something structured beside the words of a reply, such as a transaction to sign. */
export type Card = {
  kind: 'transaction' | 'approval' | 'signature' | 'quote' | 'table' | 'link'
  title: string
  /** What it does, in plain words, one sentence each. */
  words: string[]
  warnings?: string[]
  data?: unknown
}

/** How a card travels in the Agent Client Protocol: as an embedded resource of this type. */
export const CARD_TYPE = 'application/vnd.slipway.card+json'
/** Where the service hands an agent what was said before it was started. */
export const HISTORY_KEY = 'slipway.dev/history'
