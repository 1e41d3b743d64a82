/** A message that the service sends to receivers, for the OpenAPI document. */
export type Webhook = {
  /** The type of the event. */
  name: string
  summary: string
  /** A whole message. */
  example: Readonly<Record<string, unknown>>
}
