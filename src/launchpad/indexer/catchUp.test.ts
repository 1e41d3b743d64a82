import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { catchUp } from './catchUp.ts'

test('a read that fails after the indexer stopped does not end the process', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const checkpoint = { block: 0, hash: '0x00', time: 0 }
  // Without a chain every read fails.
  const [work, state] = [{ emitters: {} }, { cursor: { checkpoint }, watchList: {}, rangeSize: { size: 10 } }]
  await catchUp(work as never, state as never, { target: 100, signal: AbortSignal.abort() })
  await delay(20)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
