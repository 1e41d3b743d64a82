import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { type Catalogue, reachesOut } from '#boxes/catalogue/createCatalogue.ts'
import type { Gateway } from '#boxes/gateway/Gateway.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { type Caller, open } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditEntry, AuditLog } from '#core/AuditLog.ts'
import { type Call, define, Empty, type Operation } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import type { Tool } from '#core/Tool.ts'
import type { ProposalCard, ShowCard } from './proposalCard.ts'
import { serveChannel } from './serveChannel.ts'
import { type CallService, type ServedOperations, serviceTools } from './serviceTools.ts'

export type BoxAuthority = {
  /** Serves the box at the other end of a channel, with its own authority, until the channel closes. */
  attach(box: Box, channel: Duplex, show: ShowCard): Disposable
  /** Authenticates boxes by the secret of their channel. */
  authenticate: Authenticate
  operations: readonly Operation[]
  /** The tools of agents in boxes. */
  tools(served: ServedOperations): Tool[]
}

type Options = {
  catalogue: Catalogue
  gateway: Gateway
  baseUrl: string
  callService: CallService
  audit: Pick<AuditLog, 'count'>
}
type BoxCaller = Extract<Caller, { kind: 'box' }>
type KnownBox = BoxCaller & { agentId: string; show: ShowCard }

/** Identifies each box by a secret per channel, which never leaves this process. */
export function createBoxAuthority({ catalogue, gateway, baseUrl, callService, audit }: Options): BoxAuthority {
  const callers = new Map<string, KnownBox>()

  function attach(box: Box, channel: Duplex, show: ShowCard): Disposable {
    const secret = randomBytes(32).toString('base64url')
    callers.set(secret, {
      kind: 'box',
      address: box.id,
      developerId: box.developer_id,
      boxId: box.id,
      scopes: box.scopes,
      agentId: box.agent_id,
      show,
    })
    channel.on('close', () => callers.delete(secret))
    const audited = async (request: Request) => {
      const response = await callService(request)
      if (REFUSALS.has(response.status)) audit.count(refusal(box, request), request.method)
      return response
    }
    const template = catalogue.get(box.agent_id)
    const egress = template && reachesOut(template) ? gateway.open(box, template) : undefined
    return serveChannel(channel, { secret, callService: audited, egress })
  }
  return {
    attach,
    authenticate({ secret = '' }) {
      const known = callers.get(secret)
      if (known) return toCaller(known)
      throw new ApiError('unauthenticated', 'The box that makes this call has ended. Create another.')
    },
    operations: [describeBox(callers, baseUrl)],
    tools: (served) => serviceTools({ ...served, callService, show: (call, card) => showCard(callers, call, card) }),
  }
}

function toCaller({ kind, address, developerId, boxId, scopes }: KnownBox): BoxCaller {
  return { kind, address, developerId, boxId, scopes }
}

/** The address of the tool server names the session, so that an agent with several shows a card in the right one. */
function showCard(callers: ReadonlyMap<string, KnownBox>, { caller, raw }: Call, card: ProposalCard): boolean {
  const known = callers.values().find(({ boxId }) => caller.kind === 'box' && boxId === caller.boxId)
  const sessionId = new URL(raw.url).searchParams.get('session') ?? ''
  return known?.show(sessionId, card) ?? false
}

const REFUSALS = new Set([401, 403, 404])

function refusal(box: Box, request: Request): AuditEntry {
  const detail = `${request.method} ${new URL(request.url).pathname}`.slice(0, 200)
  return { event: 'box.refused', developerId: box.developer_id, target: box.id, actor: box.id, address: null, detail }
}

/** Describes a box to the program in it. */
function describeBox(callers: ReadonlyMap<string, KnownBox>, baseUrl: string): Operation {
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
