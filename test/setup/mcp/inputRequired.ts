import { createHmac } from 'node:crypto'
import { isObject } from '#core/isObject.ts'
import type { Params } from '#mcp/Message.ts'
import { ProtocolError } from '#mcp/ProtocolError.ts'

type Result = Record<string, unknown>
type Request = { method: string; params: object }
/** Tools and prompts that first ask the client for something; what they give once they have it. */
export type Asking = (params: Params) => Result

const seal = (payload: string) =>
  `${payload}.${createHmac('sha256', 'conformance').update(payload).digest('base64url')}`

const textOf = (text: string): Result => ({ content: [{ type: 'text', text }] })

const elicit = (message: string, field: string, type: string): Request => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] } },
})

const sample = (text: string): Request => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 50 },
})

const ROOTS: Request = { method: 'roots/list', params: {} }

const request = (inputRequests: Record<string, Request>, state?: string): Result => ({
  resultType: 'input_required',
  inputRequests,
  ...(state !== undefined && { requestState: seal(state) }),
})

function responsesOf({ inputResponses }: Params): Record<string, unknown> {
  return isObject(inputResponses) ? inputResponses : {}
}

/** Asks until every answer is there, and is an object. */
function ask(requests: Record<string, Request>, done: (responses: Record<string, unknown>) => Result): Asking {
  return (params) => {
    const responses = responsesOf(params)
    return Object.keys(requests).every((name) => isObject(responses[name])) ? done(responses) : request(requests)
  }
}

/** The same with a state that must come back as it left. */
function askWithState(requests: Record<string, Request>, done: Result): Asking {
  return (params) => {
    if (params['requestState'] === undefined) return request(requests, 'first')
    stateIn(params)
    const responses = responsesOf(params)
    return Object.keys(requests).every((name) => isObject(responses[name])) ? done : request(requests, 'first')
  }
}

function stateIn({ requestState }: Params): string {
  const payload = String(requestState).split('.', 1)[0] as string
  if (requestState === seal(payload)) return payload
  throw new ProtocolError('invalidParams', 'requestState is not one that left here.')
}

const CONFIRM = { confirm: elicit('Please confirm', 'ok', 'boolean') }
const NAME = elicit('What is your name?', 'name', 'string')

function inRounds(params: Params): Result {
  const state = params['requestState'] === undefined ? 'none' : stateIn(params)
  if (state === 'none') return request({ step1: elicit('Step 1: What is your name?', 'name', 'string') }, 'one')
  if (state === 'one') return request({ step2: elicit('Step 2: Which colour?', 'color', 'string') }, 'two')
  return textOf('Both steps are done.')
}

/** Asks only for what the client has said it can give. */
function byCapability({ _meta }: Params): Result {
  const declared = isObject(_meta) ? _meta['io.modelcontextprotocol/clientCapabilities'] : {}
  const can = isObject(declared) ? declared : {}
  return request({
    ...('elicitation' in can && { user_name: NAME }),
    ...('sampling' in can && { greeting: sample('Generate a greeting') }),
  })
}

export const ASKING_TOOLS: Readonly<Record<string, Asking>> = {
  test_input_required_result_elicitation: ask({ user_name: NAME }, () => textOf('Hello.')),
  test_input_required_result_sampling: ask({ capital_question: sample('What is the capital of France?') }, (given) =>
    textOf(JSON.stringify(given['capital_question'])),
  ),
  test_input_required_result_list_roots: ask({ client_roots: ROOTS }, (given) =>
    textOf(JSON.stringify(given['client_roots'])),
  ),
  test_input_required_result_request_state: askWithState(CONFIRM, textOf('state-ok')),
  test_input_required_result_multiple_inputs: askWithState(
    { user_name: NAME, greeting: sample('Generate a greeting'), client_roots: ROOTS },
    textOf('All three are there.'),
  ),
  test_input_required_result_multi_round: inRounds,
  test_input_required_result_tampered_state: askWithState(CONFIRM, textOf('state-ok')),
  test_input_required_result_capabilities: byCapability,
}

/** Asks for a name before any work starts. */
export const NAME_FIRST: Asking = () => request({ user_name: NAME })

export function nameIn(params: Params): string | undefined {
  const { content } = (responsesOf(params)['user_name'] ?? {}) as { content?: { name?: string } }
  return content?.name
}

export const ASKING_PROMPT: Asking = ask(
  { user_context: elicit('What context should the prompt use?', 'context', 'string') },
  () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'A prompt with its context.' } }] }),
)
