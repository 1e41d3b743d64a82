import type { Context } from '#boxes/Context.ts'
import type { Template } from '#boxes/catalogue/Template.ts'
import { SIZE_NAMES, type Size } from '#boxes/isolation/Limits.ts'
import type { NewBoxRequest } from '#boxes/wire/requests.ts'
import { grants, type KnownCaller, type Scope } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'

/** The template of a new box, if it is enabled and the request fits it. */
export function requireTemplate({ catalogue }: Pick<Context, 'catalogue'>, request: NewBoxRequest): Template {
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
      `${template.title} is disabled here. ${problem} GET /api/boxes/agents lists the enabled agents.`,
    )
  if (request.runtime !== undefined && request.runtime !== 'node') throw onlyValue('runtime', 'node')
  if (request.agentHarness !== undefined && request.agentHarness !== 'acp') throw onlyValue('agentHarness', 'acp')
  if (request.size && rankOf(request.size) < rankOf(template.size))
    throw refusedField('size', `${template.title} needs the size ${template.size} or larger.`)
  return template
}

function onlyValue(field: string, value: string): ApiError {
  return refusedField(field, `${field} can only be ${value} here. Leave it out.`)
}

function refusedField(field: string, message: string): ApiError {
  return new ApiError('failed_precondition', message, { details: [{ type: 'field', value: field }] })
}

function rankOf(size: Size): number {
  return SIZE_NAMES.indexOf(size)
}

/** The scopes of the box: at most those of its creator. */
export function scopesFor({ scopes }: NewBoxRequest, template: Template, caller: KnownCaller): Scope[] {
  const has = (scope: Scope) => caller.kind === 'session' || grants(caller.scopes, scope)
  if (!scopes) return template.scopes.filter(has)
  const lacking = scopes.find((scope) => !has(scope))
  if (lacking === undefined) return [...new Set(scopes)]
  throw new ApiError(
    'permission_denied',
    `You do not have the scope ${lacking} and cannot give it to a box. Leave it out of scopes.`,
    { details: [{ type: 'scope', value: lacking }] },
  )
}

export function skillsFor(
  { skills: packages, catalogue }: Pick<Context, 'skills' | 'catalogue'>,
  { skills }: NewBoxRequest,
): string[] {
  const names = packages().map(({ name }) => name)
  if (skills.some((name) => !names.includes(name)))
    throw invalidField('skills', `must name packages of GET /api/skills-store: ${names.join(', ')}`)
  if (skills.length > 0 && catalogue.isolation() === 'none')
    throw new ApiError('failed_precondition', 'Skills need bubblewrap isolation, which this machine lacks.')
  return [...new Set(skills)]
}

export function modelFor({ agentModel }: NewBoxRequest, { title, model }: Template): string | null {
  if (agentModel === undefined) return null
  if (!model) throw refusedField('agentModel', `${title} has no choice of models. Leave agentModel out.`)
  if (model.names.length > 0 && !model.names.includes(agentModel))
    throw invalidField('agentModel', `must be one of ${model.names.join(', ')}`)
  return agentModel
}

export function environmentFor({ environment }: NewBoxRequest, template: Template): Record<string, string> {
  const unknown = Object.keys(environment).find((name) => !template.environment.includes(name))
  if (unknown === undefined) return environment
  const allowed = template.environment.length > 0 ? `only ${template.environment.join(', ')}` : 'none'
  throw invalidField('environment', `may set ${allowed}, not ${unknown}`)
}
