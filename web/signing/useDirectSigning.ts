import { useEffect, useRef } from 'react'
import type { Statement } from './Signing.ts'
import type { Verdict } from './statements/checkStatement.ts'
import type { Signing } from './useSigning.ts'

type Shown = { isOn: boolean; statement: Statement | undefined; verdict: Verdict | undefined }

/** Opens the wallet without a click in the review, once, where the review has nothing to warn of. */
export function useDirectSigning<Answer>(signing: Signing<Answer>, { isOn, statement, verdict }: Shown): void {
  const isTaken = useRef(false)
  const isPlain = isSafe(statement, verdict) && isOneStep(signing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, with the figures of that moment
  useEffect(() => {
    if (!isOn || !isPlain || isTaken.current) return
    isTaken.current = true
    void signing.advance()
  }, [isOn, isPlain])
}

function isSafe(statement: Statement | undefined, verdict: Verdict | undefined): boolean {
  if (!statement?.isSimulated || verdict !== 'unchanged') return false
  return statement.alerts.length === 0 && statement.risks.length === 0
}

function isOneStep<Answer>({ steps, changes, busy }: Signing<Answer>): boolean {
  return steps.length === 1 && steps[0]?.kind === 'transaction' && changes.length === 0 && busy === undefined
}
