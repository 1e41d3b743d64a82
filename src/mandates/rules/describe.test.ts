import { expect, test } from 'vitest'
import { dateOf } from './describe.ts'

test('a moment is written as people read it, in UTC', () => {
  expect(dateOf(1_797_615_999n)).toBe('2026-12-18 17:46:39 UTC')
})
