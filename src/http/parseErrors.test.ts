import type { Duplex } from 'node:stream'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as Malformed from './parseErrors.ts'

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}

test('a request that does not arrive in time gets an error in the usual form', async () => {
  const socket = new PassThrough()
  const written = text(socket)
  Malformed.write(failure('ERR_HTTP_REQUEST_TIMEOUT'), socket)
  const [head = '', body = ''] = (await written).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nx-request-id: req_/)
  expect(head).toContain(`content-length: ${body.length}`)
  expect(JSON.parse(body)).toMatchObject({ code: 'deadline_exceeded' })
})

test.each([
  ['a caller who is gone', 'ECONNRESET', {}],
  ['one who is being answered already', 'HPE_INVALID_METHOD', { _httpMessage: { headersSent: true } }],
])('%s gets nothing', (_, code, state) => {
  const socket: Duplex = Object.assign(new PassThrough(), state)
  Malformed.write(failure(code), socket)
  expect([socket.destroyed, socket.readableLength]).toEqual([true, 0])
})
