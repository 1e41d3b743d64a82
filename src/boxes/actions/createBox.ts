import type { Context } from '#boxes/Context.ts'
import { type Box, countLiveBoxes, insertBox } from '#boxes/store/boxes.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { NewBoxRequest } from '#boxes/wire/requests.ts'
import type { KnownCaller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { oneLine } from '#core/UntrustedText.ts'
import { environmentFor, modelFor, requireTemplate, scopesFor, skillsFor } from './checkNewBox.ts'
import { inTransaction } from './inTransaction.ts'
import { openSession } from './openSession.ts'
import { callerOf } from './requireBox.ts'
import { type PostedMessage, sanitizeContent, writeMessage } from './writeMessage.ts'

/** A new box, and the message posted from its `prompt`. */
export type NewBox = { box: Box; first: PostedMessage | undefined }

/** Writes more of a new box in its transaction. */
type Fill = (tx: Store, box: Box) => Promise<void>

/** Commits a new box; a host claims and starts it. */
export function createBox(context: Context, request: NewBoxRequest, call: Call): Promise<NewBox> {
  return createFilledBox(context, { request, fill: async () => {} }, call)
}

/** The same, with what `fill` writes. */
export async function createFilledBox(
  context: Context,
  { request, fill }: { request: NewBoxRequest; fill: Fill },
  call: Call,
): Promise<NewBox> {
  const { settings, audit } = context
  const template = requireTemplate(context, request)
  const caller = callerOf(call)
  const name = oneLine(request.name ?? template.title) || template.title
  refuseSecrets(name, 'name')
  const prompt = request.prompt === undefined ? undefined : sanitizeContent(request.prompt)
  await context.takeGlobally('boxes')
  return inTransaction(context, call, async (tx) => {
    await requireQuota(tx, caller, settings.perDeveloperMax)
    const box = await insertBox(tx, {
      id: Id.create('box'),
      developer_id: caller.developerId,
      name,
      agent_id: template.id,
      size: request.size ?? template.size,
      labels: request.labels,
      scopes: scopesFor(request, template, caller),
      environment: environmentFor(request, template),
      skills: skillsFor(context, request),
      agent_model: modelFor(request, template),
      token_budget: request.modelBudget?.tokens ?? null,
      micros_budget: microsOf(request.modelBudget?.usd),
      keep_alive: request.keepAlive,
      attach_mcp: request.attachMcp,
      idle_seconds: request.idleTimeoutSeconds ?? settings.idleSeconds,
      expires_at: new Date(context.now() + (request.ttlSeconds ?? settings.lifetimeSeconds) * 1000),
    })
    const { developerId } = caller
    const entry = { event: 'box.created' as const, developerId, target: box.id, detail: template.id }
    await audit.append(tx, { ...entry, ...actorOf(caller) })
    await fill(tx, box)
    return { box, first: prompt === undefined ? undefined : await writeFirstMessage(tx, box, prompt) }
  })
}

async function writeFirstMessage(tx: Store, box: Box, content: string): Promise<PostedMessage> {
  const session = await openSession(tx, box, { title: content.slice(0, 80), channel: 'api' })
  const { result } = await writeMessage(tx, { box, session }, { content, channel: 'api' })
  return result
}

function microsOf(usd: number | undefined): number | null {
  return usd === undefined ? null : Math.round(usd * 1_000_000)
}

async function requireQuota(tx: Store, { developerId }: KnownCaller, max: number): Promise<void> {
  if ((await countLiveBoxes(tx, developerId)) < max) return
  throw new ApiError('failed_precondition', `You have ${max} boxes, which is the maximum. Stop or delete one.`)
}
