import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import type { Call, Operation } from '#core/Operation.ts'

const PUBLIC = new Set(['none', 'optional', 'open'])
const ANONYMOUS = { caller: { kind: 'anonymous', address: 'site' }, requestId: 'site' } as Call

/** The bytes that a file operation returns; undefined if the file does not exist. */
export async function readBytes(
  operation: Operation | undefined,
  query: Record<string, string>,
): Promise<Uint8Array | undefined> {
  if (!operation?.respond || operation.access.kind !== 'none')
    throw new ApiError('internal', 'A page may only read public operations.')
  try {
    const response = await operation.respond(z.decode(operation.request as z.ZodType, query) as never, ANONYMOUS)
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Calls an operation directly as an anonymous caller, for data that a page embeds. */
export async function readOperation(operation: Operation | undefined, query: Record<string, string>): Promise<unknown> {
  if (!operation || !PUBLIC.has(operation.access.kind))
    throw new ApiError('internal', 'A page may only read public operations.')
  const request = z.decode(operation.request as z.ZodType, query)
  if (operation.document) return JSON.parse(operation.document(request as never, ANONYMOUS))
  const answer = await operation.handle?.(request as never, ANONYMOUS)
  return z.encode(operation.response as z.ZodType, answer)
}

/** Reads public operations by the URL that a browser would request. */
export function createReadUrl(operations: readonly Operation[]): (url: string) => Promise<unknown> {
  const routes = operations
    .filter(({ method }) => method === 'GET')
    .map((operation) => ({
      operation,
      pattern: new URLPattern({ pathname: operation.path.replaceAll(/\{(\w+)\}/g, ':$1') }),
    }))
  return async (url) => {
    const { pathname, searchParams } = new URL(url, 'http://site')
    for (const { operation, pattern } of routes) {
      const found = pattern.exec({ pathname })
      if (!found) continue
      const named = found.pathname.groups as Record<string, string>
      return readOperation(operation, { ...Object.fromEntries(searchParams), ...named })
    }
    throw new ApiError('internal', `No operation has the path ${pathname}.`)
  }
}
