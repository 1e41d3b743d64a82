import { type Message, Role, type SendMessageRequest } from '@a2a-js/sdk'
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors'
import type { AgentMessage } from '#core/AgentRun.ts'

const TEXT_MAX = 4_000
const ID_LENGTH_MAX = 200

/** The text of the message; throws for any other kind of part. */
export function saidOf({ message }: SendMessageRequest): AgentMessage {
  if (!message) throw new RequestMalformedError('Send params.message with parts.')
  if (!message.messageId)
    throw new RequestMalformedError('Send message.messageId; a repeated id means the same message.')
  for (const field of ['messageId', 'contextId', 'taskId'] as const) requireId(`message.${field}`, message[field])
  if (message.role !== Role.ROLE_USER) throw new RequestMalformedError('Send message.role as ROLE_USER.')
  const text = message.parts.map(textOf).join('\n').trim()
  if (text === '') throw new RequestMalformedError('Send a text part that is not empty.')
  if (text.length > TEXT_MAX) throw new RequestMalformedError(`Send at most ${TEXT_MAX} characters of text.`)
  return {
    text,
    messageId: message.messageId,
    contextId: message.contextId || undefined,
    runId: message.taskId || undefined,
  }
}

/** An id is stored and compared as it is, so it must be text that PostgreSQL can store. */
function requireId(field: string, id: string): void {
  if (id.length > ID_LENGTH_MAX || id.includes('\0') || !id.isWellFormed())
    throw new RequestMalformedError(`Send ${field} as text of at most ${ID_LENGTH_MAX} characters, without NUL.`)
}

function textOf({ content, mediaType }: Message['parts'][number]): string {
  if (content?.$case !== 'text')
    throw new ContentTypeNotSupportedError(`This agent reads text parts, not ${content?.$case ?? 'unknown'} parts.`)
  if (mediaType !== '' && !mediaType.startsWith('text/'))
    throw new ContentTypeNotSupportedError(`This agent reads text, not ${mediaType.slice(0, 80)}.`)
  return content.value
}
