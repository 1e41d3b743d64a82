import type { ModelPrice, ModelProtocol } from '#core/ModelEndpoint.ts'

/** Tokens of one call; `input` does not include those of the cache. */
export type ModelUsage = { input: number; cacheRead: number; cacheWrite: number; output: number }

export const NONE: ModelUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }

type Counts = Record<string, unknown>

/** The usage that an answer, or one event of a stream, reports. */
export function read(protocol: ModelProtocol, value: unknown): ModelUsage | undefined {
  const counts = reported(value)
  return counts && READERS[protocol](counts)
}

/** Providers repeat the counts so far in later events. */
export function largest(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    input: Math.max(one.input, other.input),
    cacheRead: Math.max(one.cacheRead, other.cacheRead),
    cacheWrite: Math.max(one.cacheWrite, other.cacheWrite),
    output: Math.max(one.output, other.output),
  }
}

export function inputTokens({ input, cacheRead, cacheWrite }: ModelUsage): number {
  return input + cacheRead + cacheWrite
}

/** The cost in micro-dollars, rounded up. */
export function cost(usage: ModelUsage, { input, output, cacheRead = input, cacheWrite = input }: ModelPrice): number {
  return Math.ceil(
    usage.input * input + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite + usage.output * output,
  )
}

const READERS: Record<ModelProtocol, (counts: Counts) => ModelUsage> = {
  anthropic: (counts) => ({
    input: count(counts['input_tokens']),
    cacheRead: count(counts['cache_read_input_tokens']),
    cacheWrite: count(counts['cache_creation_input_tokens']),
    output: count(counts['output_tokens']),
  }),
  'openai-chat': (counts) =>
    withoutCached(counts['prompt_tokens'], cached(counts['prompt_tokens_details']), count(counts['completion_tokens'])),
  'openai-responses': (counts) =>
    withoutCached(counts['input_tokens'], cached(counts['input_tokens_details']), count(counts['output_tokens'])),
  gemini: (counts) =>
    withoutCached(
      count(counts['promptTokenCount']) + count(counts['toolUsePromptTokenCount']),
      count(counts['cachedContentTokenCount']),
      count(counts['candidatesTokenCount']) + count(counts['thoughtsTokenCount']),
    ),
}

function reported(value: unknown): Counts | undefined {
  const top = value as { usage?: Counts; usageMetadata?: Counts; message?: Counts; response?: Counts } | null
  const found = top?.usage ?? top?.usageMetadata ?? top?.message?.['usage'] ?? top?.response?.['usage']
  return typeof found === 'object' && found !== null ? (found as Counts) : undefined
}

function withoutCached(prompt: unknown, cacheRead: number, output: number): ModelUsage {
  return { input: Math.max(0, count(prompt) - cacheRead), cacheRead, cacheWrite: 0, output }
}

function cached(details: unknown): number {
  return count((details as { cached_tokens?: unknown } | null | undefined)?.cached_tokens)
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.ceil(value) : 0
}
