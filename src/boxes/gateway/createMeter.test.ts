import { expect, test } from 'vitest'
import type { ModelProtocol } from '#core/ModelEndpoint.ts'
import { createMeter } from './createMeter.ts'
import * as ModelUsage from './ModelUsage.ts'

/** Reads an answer in pieces of one byte, as a network may deliver it. */
function meter(protocol: ModelProtocol, text: string, isStream = true) {
  const opened = createMeter(protocol, { isStream })
  for (const byte of Buffer.from(text)) opened.read(Buffer.from([byte]))
  return opened.end().usage
}
const event = (value: unknown) => `event: x\r\ndata: ${JSON.stringify(value)}\r\n\r\n`

test('the usage of each protocol is read out of its stream', () => {
  const start = {
    type: 'message_start',
    message: { usage: { input_tokens: 7, cache_read_input_tokens: 100, output_tokens: 1 } },
  }
  const delta = { type: 'message_delta', usage: { output_tokens: 40 } }
  expect(meter('anthropic', event(start) + event(delta))).toEqual({
    input: 7,
    cacheRead: 100,
    cacheWrite: 0,
    output: 40,
  })
  const chat = {
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } },
  }
  expect(meter('openai-chat', `${event({ usage: null })}${event(chat)}data: [DONE]\n\n`)).toEqual({
    input: 6,
    cacheRead: 4,
    cacheWrite: 0,
    output: 5,
  })
  const completed = { type: 'response.completed', response: { usage: { input_tokens: 3, output_tokens: 2 } } }
  expect(meter('openai-responses', event(completed))).toMatchObject({ input: 3, output: 2 })
  const gemini = { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, thoughtsTokenCount: 6 } }
  expect(meter('gemini', event(gemini))).toMatchObject({ input: 9, output: 10 })
})

test('an answer in one piece is read at its end, also a list of parts', () => {
  const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 4 }
  expect(meter('gemini', JSON.stringify([{ usageMetadata }, {}]), false)).toMatchObject({ input: 9, output: 4 })
  expect(meter('anthropic', '{"usage":', false)).toBeUndefined()
})

test('text that looks like usage counts for nothing', () => {
  const text = event({ type: 'content_block_delta', delta: { text: '{"usage":{"output_tokens":0}}' } })
  expect(meter('anthropic', text)).toBeUndefined()
  expect(meter('anthropic', 'data: "usage" and no JSON\n')).toBeUndefined()
  expect(meter('anthropic', event({ usage: { output_tokens: -5, input_tokens: 'x' } }))).toEqual(ModelUsage.NONE)
})

test('the cost is rounded up to a millionth of a dollar, with a price of its own for the cache', () => {
  const usage = { input: 1, cacheRead: 10, cacheWrite: 2, output: 3 }
  expect(ModelUsage.cost(usage, { input: 3, output: 15 })).toBe(3 + 30 + 6 + 45)
  expect(ModelUsage.cost(usage, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })).toBe(
    Math.ceil(3 + 3 + 7.5 + 45),
  )
})
