import type { ModelProtocol } from '#core/ModelEndpoint.ts'

type Protocol = {
  /** The paths that ask a model; the name of the model is in the path or in the body. */
  paths: RegExp
  /** The paths that only count tokens, which costs nothing. */
  counting?: RegExp
  credential(key: string): Record<string, string>
  /** Fields, also inside `generationConfig`, that bound the length of an answer. */
  lengthFields: readonly string[]
  /** The fields that bound an answer of a request without a limit. */
  withLength(fields: Readonly<Record<string, unknown>>, tokens: number, host: string): Record<string, unknown>
  /** An error as the provider's own clients expect it. */
  problem(status: number, message: string): object
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

function openAiProblem(status: number, message: string): object {
  if (status === 429) return { error: { message, type: 'requests', param: null, code: 'rate_limit_exceeded' } }
  return { error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code: null } }
}

const ANTHROPIC_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  403: 'permission_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
}
const GEMINI_STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
}

export const PROTOCOLS: Record<ModelProtocol, Protocol> = {
  anthropic: {
    paths: /^\/v1\/messages(\/count_tokens)?$/,
    counting: /\/count_tokens$/,
    credential: (key) => ({ 'x-api-key': key }),
    lengthFields: ['max_tokens'],
    withLength: (_, tokens) => ({ max_tokens: tokens }),
    problem: (status, message) => ({
      type: 'error',
      error: { type: ANTHROPIC_TYPES[status] ?? 'api_error', message },
    }),
  },
  'openai-chat': {
    paths: /^\/v1\/chat\/completions$/,
    credential: bearer,
    lengthFields: ['max_tokens', 'max_completion_tokens'],
    // OpenAI's newer models refuse `max_tokens`, and some compatible servers know nothing else.
    withLength: (_, tokens, host) => ({ [host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens']: tokens }),
    problem: openAiProblem,
  },
  'openai-responses': {
    paths: /^\/v1\/responses$/,
    credential: bearer,
    lengthFields: ['max_output_tokens'],
    withLength: (_, tokens) => ({ max_output_tokens: tokens }),
    problem: openAiProblem,
  },
  gemini: {
    paths: /^\/v1(beta)?\/models\/(?<model>[\w.-]+):(generateContent|streamGenerateContent|countTokens)$/,
    counting: /:countTokens$/,
    credential: (key) => ({ 'x-goog-api-key': key }),
    lengthFields: ['maxOutputTokens', 'max_output_tokens'],
    withLength: ({ generationConfig }, tokens) => ({
      generationConfig: { ...Object(generationConfig), maxOutputTokens: tokens },
    }),
    problem: (status, message) => ({
      error: { code: status, message, status: GEMINI_STATUSES[status] ?? 'UNAVAILABLE' },
    }),
  },
}
