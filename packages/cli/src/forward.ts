import { createHmac } from 'node:crypto'

const TIMEOUT_MS = 10_000

export type Target = { url: string; secret: string; fetch?: typeof globalThis.fetch }

/** Sends an event as the service would, signed by Standard Webhooks; undefined if nobody answers. */
export async function forward({ url, secret, ...target }: Target, event: { id: string }): Promise<number | undefined> {
  const { fetch = globalThis.fetch } = target
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', ...signedHeaders(secret, event.id, body) }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}

function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${digest}` }
}
