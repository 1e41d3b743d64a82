import { expect, test } from 'vitest'
import { createLogs } from './createLogs.ts'

function capture() {
  const lines: string[] = []
  const logs = createLogs('info', { write: (line: string) => void lines.push(line) })
  return { ...logs, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') }
}

const served = {
  operation: { name: 'ping', method: 'GET', path: '/ping' },
  caller: { kind: 'anonymous', address: '10.0.0.1' },
  status: 200,
  durationMs: 1.23456,
  requestId: 'req_1',
} as const

test('an access line reports the outcome and nothing the caller sent', () => {
  const { access, flush, last } = capture()
  access(served)
  flush()
  expect(last()).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    requestId: 'req_1',
    operation: 'ping',
    status: 200,
    ms: 1.235,
    address: '10.0.0.1',
    msg: 'served',
  })
})

test('the access lines of one turn of the event loop are written together', async () => {
  const { access, lines } = capture()
  access(served)
  access({ ...served, requestId: 'req_2' })
  expect(lines).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  access({ ...served, requestId: 'req_3' })
  await new Promise((resolve) => setImmediate(resolve))
  const ids = lines.map((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).requestId),
  )
  expect(ids).toEqual([['req_1', 'req_2'], ['req_3']])
})

test('an error with several causes is logged with all of them, without secrets', () => {
  const { log, last } = capture()
  const causes = [new Error('no answer in time'), new TypeError(`refused svc_sk_${'a'.repeat(49)}`)]
  log.error({ err: new AggregateError(causes, 'no provider served it') }, 'failed')
  expect(last().err).toMatchObject({
    message: expect.stringContaining('no provider served it'),
    causes: ['Error: no answer in time', 'TypeError: refused [removed]'],
  })
})

test('secrets are removed by field name and from error texts', () => {
  const { log, lines } = capture()
  const key = `svc_sk_${'a'.repeat(49)}`
  log.error({ token: 't0p', nested: { deeper: { privateKey: '0xabc' } }, err: new Error(`bad ${key}`) }, 'failed')
  expect(lines.join()).not.toMatch(/t0p|0xabc|svc_sk_a/)
  expect(lines.join()).toContain('bad [removed]')
})

test('a token is removed wherever it begins in a word, and hostile text is read to its end', () => {
  const { log, last } = capture()
  log.error({ err: new Error('bad eyJhbGci.eyJzdWIi.c2ln, x-eyJhbGci.eyJzdWIi.c2ln and a.b.c') }, 'failed')
  expect(last().err.message).toBe('bad [removed], [removed] and a.b.c')
  for (const piece of ['eyJ', 'eyJa.', 'a-', 'eyJ.']) {
    const text = piece.repeat(400_000 / piece.length)
    log.error({ err: new Error(`${text}!`) }, 'failed')
    expect(last().msg).toBe('failed')
  }
})
