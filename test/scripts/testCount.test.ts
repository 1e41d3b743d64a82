import { describe, expect, test } from 'vitest'
import * as TestCount from '../../scripts/TestCount.ts'

const FAILED = [
  ' FAIL  test/rooms.test.ts > a room > is opened',
  ' FAIL  test/rooms.test.ts > a room > is closed',
  ' FAIL  test/boxes/boxes.test.ts [ test/boxes/boxes.test.ts ]',
  '',
  ' Test Files  2 failed | 17 passed (19)',
  '      Tests  2 failed | 223 passed | 1 skipped (226)',
].join('\n')

describe('the count of a suite', () => {
  test('is the one that vitest prints last', () => {
    expect(TestCount.of({ output: FAILED, code: 1 })).toEqual({ passed: 223, failed: 2, skipped: 1 })
  })

  test('is one failure when a suite exits with an error but reports none', () => {
    const output = '      Tests  12 passed (12)\n'
    expect(TestCount.of({ output, code: 1 })).toEqual({ passed: 12, failed: 1, skipped: 0 })
    expect(TestCount.of({ output: '', code: 137 })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})
