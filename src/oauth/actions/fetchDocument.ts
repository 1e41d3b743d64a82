import { type OutboundAnswer, type OutboundOptions, sendOutbound } from '#core/sendOutbound.ts'

const BYTES_MAX = 10 * 1024

/** Fetches a small JSON document over https from a public address. */
export async function fetchDocument(url: URL, options: OutboundOptions = {}): Promise<Response> {
  const headers = { accept: 'application/json' }
  return toResponse(await sendOutbound(url, { ...options, headers, bytesMax: BYTES_MAX }))
}

function toResponse({ status: statusCode, headers, body }: OutboundAnswer): Response {
  const cacheControl = headers['cache-control']
  // A redirect is an answer other than 200, which the caller refuses.
  const status = statusCode >= 200 && statusCode < 600 ? statusCode : 502
  const text = [204, 205, 304].includes(status) ? null : new Uint8Array(body)
  return new Response(text, {
    status,
    headers: typeof cacheControl === 'string' ? { 'cache-control': cacheControl } : {},
  })
}
