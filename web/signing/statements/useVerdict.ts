import { useEffect, useState } from 'react'
import type { Verdict } from './checkStatement.ts'
import { checkTransaction, type Sent } from './checkTransaction.ts'

/** The verdict about the transaction that is shown; undefined until it is known. */
export function useVerdict(transaction: Sent | undefined, statement: string | undefined): Verdict | undefined {
  const key = transaction && JSON.stringify([transaction, statement])
  const [checked, setChecked] = useState<{ key: string; verdict: Verdict }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the transaction and its statement
  useEffect(() => {
    if (!transaction || key === undefined) return
    let isCurrent = true
    void checkTransaction(transaction, statement).then((verdict) => isCurrent && setChecked({ key, verdict }))
    return () => {
      isCurrent = false
    }
  }, [key])
  return checked?.key === key ? checked?.verdict : undefined
}
