import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { type Catalogue, isBridged } from '#boxes/catalogue/createCatalogue.ts'
import type { Gateway } from '#boxes/gateway/Gateway.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { type Caller, open } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditEntry, AuditLog } from '#core/AuditLog.ts'
import { define, Empty, type Operation } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import { serveChannel } from './serveChannel.ts'

export type CallService = (request: Request) => Response | Promise<Response>

export type BoxAuthority = {
  /** Serves the box at the other end of a channel, with its own authority, until the channel closes. */
  attach(box: Box, channel: Duplex): Disposable
  /** Authenticates boxes by the secret of their channel. */
  authenticate: Authenticate
  operations: readonly Operation[]
}

type Options = {
  catalogue: Catalogue
  gateway: Gateway
  baseUrl: string
  callService: CallService
  audit: Pick<AuditLog, 'count'>
}
type BoxCaller = Extract<Caller, { kind: 'box' }>

/** Identifies each box by a secret per channel, which never leaves this process. */
export function createBoxAuthority({ catalogue, gateway, baseUrl, callService, audit }: Options): BoxAuthority {
  const callers = new Map<string, BoxCaller & { agentId: string }>()

  function attach(box: Box, channel: Duplex): Disposable {
    const secret = randomBytes(32).toString('base64url')
    callers.set(secret, {
      kind: 'box',
      address: box.id,
      developerId: box.developer_id,
      boxId: box.id,
      scopes: box.scopes,
      agentId: box.agent_id,
    })
    channel.on('close', () => callers.delete(secret))
    const audited = async (request: Request) => {
      const response = await callService(request)
      if (REFUSALS.has(response.status)) audit.count(refusal(box, request), request.method)
      return response
    }
    const template = catalogue.get(box.agent_id)
    const egress = template && isBridged(template) ? gateway.open(box, template) : undefined
    return serveChannel(channel, { secret, callService: audited, egress })
  }
  return {
    attach,
    authenticate({ secret = '' }) {
      const caller = callers.get(secret)
      if (caller) return caller
      throw new ApiError('unauthenticated', 'The box that makes this call has ended. Create another.')
    },
    operations: [describeBox(callers, baseUrl)],
  }
}

const REFUSALS = new Set([401, 403, 404])

function refusal(box: Box, request: Request): AuditEntry {
  const detail = `${request.method} ${new URL(request.url).pathname}`.slice(0, 200)
  return { event: 'box.refused', developerId: box.developer_id, target: box.id, actor: box.id, address: null, detail }
}

/** Describes a box to the program in it. */
function describeBox(callers: ReadonlyMap<string, BoxCaller & { agentId: string }>, baseUrl: string): Operation {
  return define({
    name: 'getOwnBox',
    method: 'GET',
    path: '/box',
    tag: 'boxes',
    summary: 'Get the calling box.',
    access: open,
    limit: 'read',
    errors: [],
    request: Empty,
    response: z.object({ boxId: z.string(), agentId: z.string(), scopes: z.array(z.string()), baseUrl: z.string() }),
    handle(_, { caller }) {
      const own = callers.values().find((known) => caller.kind === 'box' && known.boxId === caller.boxId)
      return { boxId: own?.boxId ?? '', agentId: own?.agentId ?? '', scopes: [...(own?.scopes ?? [])], baseUrl }
    },
  })
}
