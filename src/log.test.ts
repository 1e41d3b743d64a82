import { expect, test } from 'vitest'
import { createLogs } from './log.ts'

function capture() {
  const lines: string[] = []
  const logs = createLogs('info', { write: (line: string) => void lines.push(line) })
  return { ...logs, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') }
}

test('a line of a request tells what happened and nothing the caller sent', () => {
  const { access, last } = capture()
  const caller = { kind: 'anonymous', address: '10.0.0.1' } as const
  access({
    operation: { name: 'ping', method: 'GET', path: '/ping' },
    caller,
    status: 200,
    durationMs: 1.23456,
    requestId: 'req_1',
  })
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

test('a failure with several causes tells each of them, without secrets', () => {
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
