import { z } from 'zod'
import { BOX_SCOPES } from '#boxes/authority/allowedOperations.ts'
import { type BoxContext, callerOf, inTransaction } from '#boxes/Context.ts'
import { DEFAULT_AGENT } from '#boxes/catalogue/defaults.ts'
import type { Template } from '#boxes/catalogue/Template.ts'
import { SIZE_NAMES, type Size } from '#boxes/isolation/Limits.ts'
import { type Box, countLiveBoxes, insertBox } from '#boxes/store/boxes.ts'
import { grants, type KnownCaller, type Scope } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { oneLine } from '#core/UntrustedText.ts'
import { openSession } from './openSession.ts'
import { type Posted, postMessage } from './postMessage.ts'

const DAY_SECONDS = 86_400

/** What a new box is asked to be. */
const NewBox = {
  agentId: z.string().max(120).default(DEFAULT_AGENT).meta({ description: 'An id of GET /api/boxes/agents.' }),
  name: z.string().max(80).optional().meta({ description: 'Yours to tell it by; the agent’s title when left out.' }),
  size: z.enum(SIZE_NAMES).optional(),
  prompt: z.string().min(1).max(4_000).optional().meta({ description: 'A first message, in a session of its own.' }),
  labels: z
    .record(z.string().min(1).max(40), z.string().max(120))
    .default({})
    .refine((labels) => Object.keys(labels).length <= 16, 'may have at most 16 entries'),
  scopes: z.array(z.enum(BOX_SCOPES)).max(BOX_SCOPES.length).optional().meta({
    description:
      'What the agent may do in your name beyond public reads; at most what you may. The template’s own when left out.',
  }),
  environment: z
    .record(z.string(), z.string().max(2_000))
    .default({})
    .meta({ description: 'Only variables the template allows.' }),
  keepAlive: z.boolean().default(false).meta({ description: 'Never pause it for having nothing to do.' }),
  idleTimeoutSeconds: z.int().min(30).max(DAY_SECONDS).optional(),
  ttlSeconds: z
    .int()
    .min(60)
    .max(30 * DAY_SECONDS)
    .optional()
    .meta({ description: 'When it is stopped for good.' }),
  runtime: z.string().max(40).optional().meta({ description: 'Only `node`.' }),
  agentHarness: z.string().max(40).optional().meta({ description: 'Only `acp`, the Agent Client Protocol.' }),
  agentModel: z
    .string()
    .max(120)
    .optional()
    .meta({ description: 'One of the agent’s `models`; agents without any refuse it.' }),
  attachMcp: z
    .boolean()
    .default(true)
    .meta({ description: 'Tell where the tool server is, for agents that speak MCP.' }),
  skills: z.array(z.string().max(120)).max(10).default([]).meta({
    description: 'Names from the skills store; the agent is told of them and reads them at /skills.',
  }),
}
export const NewBoxRequest = z.strictObject(NewBox)
export type NewBoxRequest = z.output<typeof NewBoxRequest>

export type Created = { box: Box; first: Posted | undefined }

/** Commits a box that is about to be; a host takes it from there. */
export async function createBox(context: BoxContext, request: NewBoxRequest, call: Call): Promise<Created> {
  const template = usable(context, request)
  const caller = callerOf(call)
  const name = oneLine(request.name ?? template.title) || template.title
  refuseSecrets(name, 'name')
  await context.takeGlobally('boxes')
  return inTransaction(context, call, async (within) => {
    await requireRoom(within, caller, context.settings.perDeveloperMax)
    const box = await insertBox(within, {
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
      keep_alive: request.keepAlive,
      attach_mcp: request.attachMcp,
      idle_seconds: request.idleTimeoutSeconds ?? context.settings.idleSeconds,
      expires_at: new Date(context.now() + (request.ttlSeconds ?? context.settings.lifetimeSeconds) * 1000),
    })
    const entry = {
      event: 'box.created' as const,
      developerId: caller.developerId,
      target: box.id,
      detail: template.id,
    }
    await context.audit.append(within, { ...entry, ...actorOf(caller) })
    return { box, first: request.prompt === undefined ? undefined : await firstMessage(within, box, request.prompt) }
  })
}

async function firstMessage(within: Parameters<typeof openSession>[0], box: Box, prompt: string): Promise<Posted> {
  const { session } = await openSession(within, box, { title: prompt.slice(0, 80), channel: 'api' })
  const { posted } = await postMessage(within, { box, session }, { content: prompt, channel: 'api' })
  return posted
}

/** The template asked for, where boxes of it can be made as they were asked for. */
function usable({ catalogue }: BoxContext, request: NewBoxRequest): Template {
  const template = catalogue.get(request.agentId)
  if (!template)
    throw new ApiError(
      'not_found',
      `There is no agent ${JSON.stringify(request.agentId)}. GET /api/boxes/agents lists them.`,
    )
  const problem = catalogue.problemOf(template)
  if (problem)
    throw new ApiError(
      'failed_precondition',
      `${template.title} is switched off here. ${problem} GET /api/boxes/agents says which are on.`,
    )
  if (request.runtime !== undefined && request.runtime !== 'node') throw switchedOff('runtime', 'node')
  if (request.agentHarness !== undefined && request.agentHarness !== 'acp') throw switchedOff('agentHarness', 'acp')
  if (request.size && order(request.size) < order(template.size))
    throw new ApiError('failed_precondition', `${template.title} needs the size ${template.size} or more.`, {
      details: [{ type: 'field', value: 'size' }],
    })
  return template
}

function switchedOff(field: string, only: string): ApiError {
  return new ApiError('failed_precondition', `${field} can only be ${only} here. Leave it out.`, {
    details: [{ type: 'field', value: field }],
  })
}

function order(size: Size): number {
  return SIZE_NAMES.indexOf(size)
}

async function requireRoom(
  within: Parameters<typeof countLiveBoxes>[0],
  { developerId }: KnownCaller,
  max: number,
): Promise<void> {
  if ((await countLiveBoxes(within, developerId)) < max) return
  throw new ApiError('failed_precondition', `You have ${max} boxes, which is the most. Stop or delete one.`)
}

/** What the caller wants the box to be able to do; nobody hands on what they lack. */
function scopesFor({ scopes }: NewBoxRequest, template: Template, caller: KnownCaller): Scope[] {
  const has = (scope: Scope) => caller.kind === 'session' || grants(caller.scopes, scope)
  if (!scopes) return template.scopes.filter(has)
  const lacking = scopes.find((scope) => !has(scope))
  if (lacking === undefined) return [...new Set(scopes)]
  throw new ApiError(
    'permission_denied',
    `You lack ${lacking} yourself and cannot give it to a box. Leave it out of scopes.`,
    { details: [{ type: 'scope', value: lacking }] },
  )
}

function skillsFor({ skills: known, catalogue }: BoxContext, { skills }: NewBoxRequest): string[] {
  const names = known().map(({ name }) => name)
  const unknown = skills.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw invalidField('skills', `must name packages of GET /api/skills-store: ${names.join(', ')}`)
  if (skills.length > 0 && catalogue.isolation() === 'none')
    throw new ApiError('failed_precondition', 'Skills need the isolation bubblewrap, which this machine lacks.')
  return [...new Set(skills)]
}

function modelFor({ agentModel }: NewBoxRequest, { title, model }: Template): string | null {
  if (agentModel === undefined) return null
  if (!model)
    throw new ApiError('failed_precondition', `${title} lets nobody choose a model. Leave agentModel out.`, {
      details: [{ type: 'field', value: 'agentModel' }],
    })
  if (model.names.length > 0 && !model.names.includes(agentModel))
    throw invalidField('agentModel', `must be one of ${model.names.join(', ')}`)
  return agentModel
}

function environmentFor({ environment }: NewBoxRequest, template: Template): Record<string, string> {
  const unknown = Object.keys(environment).find((name) => !template.environment.includes(name))
  if (unknown === undefined) return environment
  const allowed = template.environment.length > 0 ? `only ${template.environment.join(', ')}` : 'none'
  throw invalidField('environment', `may set ${allowed}, not ${unknown}`)
}
