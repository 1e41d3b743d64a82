import { isObject } from '#core/isObject.ts'
import type { Params } from './Message.ts'
import { ProtocolError } from './ProtocolError.ts'
import { CAPABILITIES_KEY, type Generation } from './protocolVersion.ts'

export const TASKS = 'io.modelcontextprotocol/tasks'

/** The part of a client in work that outlives a call; only the newest revision declares it with each request. */
export type ClientCapabilities = { followsTasks: boolean; answersQuestions: boolean }

export function capabilitiesOf({ _meta }: Params, generation: Generation): ClientCapabilities {
  const declared = generation === 'modern' && isObject(_meta) ? _meta[CAPABILITIES_KEY] : undefined
  const { extensions, elicitation } = isObject(declared) ? declared : {}
  return {
    followsTasks: isObject(extensions) && isObject(extensions[TASKS]),
    answersQuestions: isObject(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation),
  }
}

export function requireTasks(params: Params, generation: Generation): void {
  if (capabilitiesOf(params, generation).followsTasks) return
  const data = { requiredCapabilities: { extensions: { [TASKS]: {} } } }
  const message = `Declare the extension ${TASKS} in the capabilities of the request to follow tasks.`
  throw new ProtocolError('missingCapability', message, { status: 400, data })
}
