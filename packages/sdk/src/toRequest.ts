import type { Operation } from './Operation.ts'

type Fields = Record<string, unknown>

/** The address and the body of a call: fields of the path, then the query of a read or the body of a write. */
export function toRequest(url: string, { method, path }: Operation, fields: Fields): { url: string; body?: string } {
  const rest: Fields = { ...fields }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(fields[name]))
  })
  if (method === 'GET' || method === 'DELETE') return { url: url + filled + queryOf(rest) }
  return { url: url + filled, body: JSON.stringify(rest) }
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) query.append(name, String(one))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
