import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Frame from './Frame.ts'

const LIMIT = 200_000

/** The frame as a client sends it: masked. */
function masked(frame: Buffer, mask: Buffer): Buffer {
  const headerSize = { 126: 4, 127: 10 }[frame[1] ?? 0] ?? 2
  const header = Buffer.from(frame.subarray(0, headerSize))
  header[1] = (header[1] ?? 0) | 0x80
  const payload = frame.subarray(headerSize).map((byte, index) => byte ^ (mask[index & 3] ?? 0))
  return Buffer.concat([header, mask, payload])
}

const payloads = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(125, 126, 65_535, 65_536, LIMIT).map((n) => new Uint8Array(n)),
)
const masks = fc.uint8Array({ minLength: 4, maxLength: 4 })

test('a masked frame of any length decodes to what was encoded, and says how long it was', () => {
  fc.assert(
    fc.property(payloads, masks, fc.uint8Array({ maxLength: 20 }), (payload, mask, rest) => {
      const bytes = masked(Frame.encode(Frame.TEXT, Buffer.from(payload)), Buffer.from(mask))
      const decoded = Frame.decode(Buffer.concat([bytes, rest]), LIMIT)
      expect(decoded?.size).toBe(bytes.length)
      expect(decoded?.frame.isFinal).toBe(true)
      expect(decoded?.frame.opcode).toBe(Frame.TEXT)
      expect(decoded?.frame.payload.equals(payload)).toBe(true)
    }),
  )
})

test('a frame that has not arrived whole is waited for', () => {
  const bytes = masked(Frame.encode(Frame.TEXT, Buffer.alloc(70_000)), Buffer.from([1, 2, 3, 4]))
  for (const size of [0, 1, 2, 9, 10, 13, 14, bytes.length - 1])
    expect(Frame.decode(bytes.subarray(0, size), LIMIT)).toBeUndefined()
})

test('no bytes make it do anything but wait, decode or refuse', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        const decoded = Frame.decode(Buffer.from(bytes), LIMIT)
        expect(decoded?.size ?? 0).toBeLessThanOrEqual(bytes.length)
      } catch (error) {
        expect((error as Error).message).toMatch(/^The (control )?frame/)
      }
    }),
  )
})

test.each([
  ['without a mask', Buffer.from([0x81, 0x00])],
  ['with reserved bits', Buffer.from([0xc1, 0x80, 0, 0, 0, 0])],
  ['that splits a ping', Buffer.from([0x09, 0x80, 0, 0, 0, 0])],
  ['that pings with a long text', Buffer.from([0x89, 0xfe, 0, 126])],
])('a frame %s is refused', (_, bytes) => {
  expect(() => Frame.decode(bytes, LIMIT)).toThrow()
})

test('a frame that announces too much is refused before it arrives', () => {
  const header = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0xff, 0, 0, 0])
  expect(() => Frame.decode(header, LIMIT)).toThrow(RangeError)
})
