import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret of an endpoint: its bytes, and the text that its owner is shown once. */
export function createSecret(): { bytes: Buffer; text: string } {
  const bytes = randomBytes(SECRET_BYTES)
  return { bytes, text: SECRET_PREFIX + bytes.toString('base64') }
}

export type Message = { id: string; timestamp: number; body: string }

/** The headers of Standard Webhooks, with one signature for each valid secret. */
export function signedHeaders(
  { id, timestamp, body }: Message,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const seconds = Math.floor(timestamp / 1000)
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
