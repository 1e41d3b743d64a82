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
  test('is what vitest says at its end', () => {
    expect(TestCount.of({ output: FAILED, code: 1 })).toEqual({ passed: 223, failed: 2, skipped: 1 })
  })

  test('is one failure when a suite ends badly without admitting one', () => {
    const output = '      Tests  12 passed (12)\n'
    expect(TestCount.of({ output, code: 1 })).toEqual({ passed: 12, failed: 1, skipped: 0 })
    expect(TestCount.of({ output: '', code: 137 })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('keeps what fails again, and passes what then holds', () => {
    const first = { passed: 223, failed: 2, skipped: 1 }
    expect(TestCount.afterRerun(first, { passed: 30, failed: 0, skipped: 0 })).toEqual({
      ...first,
      passed: 225,
      failed: 0,
    })
    expect(TestCount.afterRerun(first, { passed: 29, failed: 1, skipped: 0 })).toEqual({
      ...first,
      passed: 224,
      failed: 1,
    })
    expect(TestCount.afterRerun(first, { passed: 0, failed: 9, skipped: 0 })).toEqual({
      ...first,
      passed: 223,
      failed: 9,
    })
  })

  test('names each failed file once', () => {
    expect(TestCount.failedFiles(FAILED)).toEqual(['test/rooms.test.ts', 'test/boxes/boxes.test.ts'])
    expect(TestCount.failedFiles(' ✓ test/rooms.test.ts (3 tests) 12ms')).toEqual([])
  })
})
