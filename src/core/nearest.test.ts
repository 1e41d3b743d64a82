import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test('the nearest name holds what was meant, or differs in the fewest letters', () => {
  expect(nearest('gas', ['deadline', 'includeGasInfo'])).toBe('includeGasInfo')
  expect(nearest('dedline', ['deadline', 'urgency'])).toBe('deadline')
})
