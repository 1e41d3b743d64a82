import { expect, test } from 'vitest'
import { unavailable } from './failures.ts'

test('a chain that cannot be read names the variable that would help', () => {
  expect(unavailable(8453, undefined).message).toContain('RPC_URL_8453')
})
