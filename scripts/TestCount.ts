import type { Outcome } from './run.ts'

/** How many tests of a suite passed, failed and were skipped. */
export type TestCount = { passed: number; failed: number; skipped: number }

/** The suite's own closing count; one that ended badly without admitting a failure counts as one. */
export function of({ output, code }: Pick<Outcome, 'output' | 'code'>): TestCount {
  const own = [...output.matchAll(/^\w+: (\d+) passed, (\d+) failed$/gm)].at(-1)
  const tests = [...output.matchAll(/^\s+Tests\s+(.*)$/gm)].at(-1)?.[1] ?? ''
  const passed = Number(own?.[1] ?? /(\d+) passed/.exec(tests)?.[1] ?? 0)
  const failed = Number(own?.[2] ?? /(\d+) failed/.exec(tests)?.[1] ?? 0)
  const skipped = Number(/(\d+) skipped/.exec(tests)?.[1] ?? 0)
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

/** The count after the failed files ran again: what failed once and then held has passed. */
export function afterRerun(first: TestCount, again: TestCount): TestCount {
  return { ...first, passed: first.passed + Math.max(0, first.failed - again.failed), failed: again.failed }
}

export function inWords({ passed, failed, skipped }: TestCount): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The test files that a run of vitest reports as failed. */
export function failedFiles(output: string): string[] {
  return [...new Set([...output.matchAll(/^ FAIL {2}(\S+\.test\.ts)\b/gm)].map(([, file = '']) => file))]
}
