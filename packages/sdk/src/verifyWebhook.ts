/** The headers and the body of a delivery, as they arrived: the signature covers the bytes of the body. */
export type Delivery = {
  /** The secret of the webhook, `whsec_…`; several while it is being rotated. */
  secret: string | readonly string[]
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  body: string
  /** How old a delivery may be. Default: 300. */
  toleranceSeconds?: number
  now?: () => number
}

/** A delivery that is not from the service, or was sent before. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** The content of a delivery whose signature is right (Standard Webhooks, `v1`); throws for any other. */
export async function verifyWebhook<Content = unknown>(delivery: Delivery): Promise<Content> {
  const { secret, headers, body, toleranceSeconds = 300, now = Date.now } = delivery
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const ageSeconds = Math.abs(now() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > toleranceSeconds)
    throw new WebhookError('The timestamp of the delivery is too old or too new. Check the clock of this machine.')
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'))
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSigned(one, signatures, content)) return JSON.parse(body) as Content
  throw new WebhookError(
    'The signature of the delivery is wrong. Pass the body as it arrived, and the secret of this webhook.',
  )
}

function headerOf(headers: Delivery['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string') return value
  throw new WebhookError(`The delivery has no header ${name}.`)
}

function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .flatMap((one) => bytesOf(one.slice(3)) ?? [])
}

async function isSigned(
  secret: string,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''))
  if (!raw || raw.length === 0) throw new WebhookError('The secret must be whsec_ followed by base64.')
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, content)) return true
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
