/** One checked item: its state, and the fix if it is not `ok`. */
export type Finding = { part: string; level: 'ok' | 'warn' | 'fail'; fact: string; advice?: string }

export function ok(part: string, fact: string): Finding {
  return { part, level: 'ok', fact }
}

export function warn(part: string, fact: string, advice: string): Finding {
  return { part, level: 'warn', fact, advice }
}

export function fail(part: string, fact: string, advice: string): Finding {
  return { part, level: 'fail', fact, advice }
}

const MARK = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

export function inWords({ part, level, fact, advice }: Finding): string {
  return `${MARK[level]}  ${part.padEnd(10)} ${fact}${advice ? `\n                  ${advice}` : ''}`
}
