import type { Operation } from '#core/Operation.ts'

type Called = { operation: Pick<Operation, 'method' | 'path'>; input: Readonly<Record<string, unknown>> }

/** The HTTP request of an operation whose path, query and body fields come in one object. */
export function toRequest({ operation: { method, path }, input }: Called, authorization: string): Request {
  const rest = new Map(Object.entries(input))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value ?? ''))
  })
  const url = new URL(filled, 'http://slipway')
  const headers = { authorization, accept: '*/*' }
  if (method === 'GET' || method === 'DELETE') {
    for (const [name, value] of rest) for (const one of [value].flat()) url.searchParams.append(name, asText(one))
    return new Request(url, { method, headers })
  }
  const body = JSON.stringify(Object.fromEntries(rest))
  return new Request(url, { method, headers: { ...headers, 'content-type': 'application/json' }, body })
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
