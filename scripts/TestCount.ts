import type { Outcome } from './run.ts'

export type TestCount = { passed: number; failed: number; skipped: number }

/** The count that a suite prints last; a non-zero exit code without a failed test counts as one failure. */
export function of({ output, code }: Pick<Outcome, 'output' | 'code'>): TestCount {
  const own = [...output.matchAll(/^\w+: (\d+) passed, (\d+) failed$/gm)].at(-1)
  const tests = [...output.matchAll(/^\s+Tests\s+(.*)$/gm)].at(-1)?.[1] ?? ''
  const passed = Number(own?.[1] ?? /(\d+) passed/.exec(tests)?.[1] ?? 0)
  const failed = Number(own?.[2] ?? /(\d+) failed/.exec(tests)?.[1] ?? 0)
  const skipped = Number(/(\d+) skipped/.exec(tests)?.[1] ?? 0)
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

export function inWords({ passed, failed, skipped }: TestCount): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
