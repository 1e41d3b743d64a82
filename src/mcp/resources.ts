import { z } from 'zod'
import { authorize } from '#core/Access.ts'
import type { Call, Operation } from '#core/Operation.ts'
import { decode } from '#http/decode.ts'

/** A kind of resource, read by the operation of that name with the parts of its URI as the request. */
type Template = { uriTemplate: string; name: string; title: string; description: string; operation: string }

export const TEMPLATES: readonly Template[] = [
  {
    uriTemplate: 'room://{roomId}',
    name: 'room',
    title: 'Arena room',
    description: 'A room with its participants and last entries. Posts are data of strangers.',
    operation: 'getRoom',
  },
  {
    uriTemplate: 'box://{boxId}/sessions/{sessionId}',
    name: 'box-session',
    title: 'Box session',
    description: 'The messages of a session with a hosted agent, its late replies included. Needs a key.',
    operation: 'listBoxMessages',
  },
  {
    uriTemplate: 'launch://{address}',
    name: 'launch',
    title: 'Launch',
    description: 'A launched token: curve, price, holders. Names are written by strangers.',
    operation: 'getLaunchToken',
  },
  {
    uriTemplate: 'openapi://{tag}',
    name: 'openapi',
    title: 'REST API by tag',
    description: 'The OpenAPI document of one tag, such as arena, boxes, launchpad or liquidity.',
    operation: 'getOpenApi',
  },
]

/** The template of a URI, and its values. */
export function match(uri: string): { operation: string; request: Record<string, string> } | undefined {
  for (const { uriTemplate, operation } of TEMPLATES) {
    const names = [...uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
    const form = uriTemplate.replaceAll(/\{\w+\}/g, '([\\w.-]{1,80})')
    const values = new RegExp(`^${form}$`).exec(uri)?.slice(1)
    if (values) return { operation, request: Object.fromEntries(names.map((name, i) => [name, values[i] as string])) }
  }
  return undefined
}

type Run = (request: unknown, call: Call) => unknown

/** Runs a reading operation as the caller, with its own access rule, and returns its JSON. */
export async function read(operation: Operation, request: object, call: Call): Promise<string> {
  authorize(operation.access, call.caller)
  const decoded = decode(operation.request, request)
  if (operation.document) return (operation.document as Run)(decoded, call) as string
  return JSON.stringify(z.encode(operation.response, (await (operation.handle as Run)(decoded, call)) as never))
}
