import { expect, test } from 'vitest'
import { run } from '../../bench/gas.ts'

test('gas is within its limits and has not risen', async () => {
  expect((await run()).filter(({ ok }) => !ok)).toEqual([])
})
