import * as Body from './Body.ts'
import type { Exchange } from './Exchange.ts'
import { stringifyLarge } from './stringifyLarge.ts'

/** Answers with a value as JSON. */
export function sendJson(exchange: Exchange, value: unknown, status: number): Response | Promise<Response> {
  const validate = exchange.operation?.cacheControl !== undefined
  const encoded = validate ? undefined : stringifyLarge(value)
  if (encoded !== undefined) return encoded.then((parts) => Body.send(exchange, Body.ofParts(parts), status))
  return Body.send(exchange, Body.once(JSON.stringify(value), { validate }), status)
}
