import { expect, test } from 'vitest'
import { unavailable } from './failures.ts'

test('a chain that cannot be read names the setting for operators in its details, not in its message', () => {
  const { message, details } = unavailable(8453, undefined)
  expect(message).not.toContain('RPC_URL')
  expect(details).toContainEqual({ type: 'setting', value: 'RPC_URL_8453' })
})
