import { expect, test } from 'vitest'
import { withBuffer } from './withBuffer.ts'

test('a lent buffer belongs to one piece of work until it ends, also when it fails', async () => {
  const lent: Buffer[] = []
  const first = Promise.withResolvers<void>()
  const holding = withBuffer(10, async (buffer) => {
    lent.push(buffer)
    await first.promise
  })
  await expect(
    withBuffer(10, async (buffer) => {
      lent.push(buffer)
      throw new Error('The disk failed.')
    }),
  ).rejects.toThrow('The disk failed.')
  expect(lent[0]).not.toBe(lent[1])
  const used = await withBuffer(10, async (buffer) => buffer)
  expect(used).toBe(lent[1])
  first.resolve()
  await holding
})

test('work that needs more than the kept buffers hold gets a buffer of its own', async () => {
  const size = 2 ** 22
  const large = await withBuffer(size, async (buffer) => buffer)
  expect(large.length).toBe(size)
  expect(await withBuffer(size, async (buffer) => buffer)).not.toBe(large)
})
