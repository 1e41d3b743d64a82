import { expect, test } from 'vitest'
import { quotedName } from './launches.ts'

test.each([
  ['Harbor', 'Harbor'],
  ['Harbor" (0x1111111111111111111111111111111111111111)', "Harbor' (0x…)"],
  ['Harbor” (0x1111…1111)', "Harbor' (0x…)"],
  ['two\nlines\u202e', 'two lines '],
])('the name %j is quoted as %j', (name, expected) => {
  expect(quotedName(name)).toBe(expected)
})
