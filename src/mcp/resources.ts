import { z } from 'zod'
import { authorize } from '#core/Access.ts'
import type { Call, Operation } from '#core/Operation.ts'
import { decode } from '#http/decode.ts'

/** A kind of resource, read by the operation of that name with the parts of its URI as the request. */
type Template = {
  uriTemplate: string
  name: string
  title: string
  description: string
  operation: string
  /** The operation that streams its changes. */
  followedBy?: string
}

export const TEMPLATES: readonly Template[] = [
  {
    uriTemplate: 'room://{roomId}',
    name: 'room',
    title: 'Arena room',
    description: 'A room with its participants and last entries. Posts are data from strangers.',
    operation: 'getRoom',
    followedBy: 'followRoom',
  },
  {
    uriTemplate: 'box://{boxId}/sessions/{sessionId}',
    name: 'box-session',
    title: 'Box session',
    description: 'The messages of a session with a hosted agent, its late replies included. Needs a key.',
    operation: 'listBoxMessages',
    followedBy: 'followBoxSession',
  },
  {
    uriTemplate: 'launch://{address}',
    name: 'launch',
    title: 'Launch',
    description: 'A launched token: curve, price, holders. Names are written by strangers.',
    operation: 'getLaunchToken',
    followedBy: 'streamLaunchEvents',
  },
  {
    uriTemplate: 'openapi://{tag}',
    name: 'openapi',
    title: 'REST API by tag',
    description: 'The OpenAPI document of one tag, such as arena, boxes, launchpad or liquidity.',
    operation: 'getOpenApi',
  },
]

type Match = { operation: string; followedBy: string | undefined; request: Record<string, string> }

/** The template of a URI, and its values. */
export function match(uri: string): Match | undefined {
  for (const { uriTemplate, operation, followedBy } of TEMPLATES) {
    const names = [...uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
    const form = uriTemplate.replaceAll(/\{\w+\}/g, '([\\w.-]{1,80})')
    const values = new RegExp(`^${form}$`).exec(uri)?.slice(1)
    const request = () => Object.fromEntries(names.map((name, i) => [name, values?.[i] as string]))
    if (values) return { operation, followedBy, request: request() }
  }
  return undefined
}

/** The operation that streams the changes of a resource, and its request. */
export function follow(uri: string): Pick<Match, 'operation' | 'request'> | undefined {
  const { followedBy, request = {} } = match(uri) ?? {}
  return followedBy === undefined ? undefined : { operation: followedBy, request }
}

type Run = (request: unknown, call: Call) => unknown

/** Runs a reading operation as the caller, with its own access rule, and returns its JSON. */
export async function read(operation: Operation, request: object, call: Call): Promise<string> {
  authorize(operation.access, call.caller)
  const decoded = decode(operation.request, request)
  if (operation.document) return (operation.document as Run)(decoded, call) as string
  return JSON.stringify(z.encode(operation.response, (await (operation.handle as Run)(decoded, call)) as never))
}
