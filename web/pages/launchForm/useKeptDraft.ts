import { useEffect, useState } from 'react'
import { readKept } from '../../keptList.ts'
import { type Draft, EMPTY } from './draft.ts'

const KEPT = 'slipway.launchDraft'

/** The draft of the form; a reload restores all of it but the picture. */
export function useKeptDraft(): [Draft, (part: Partial<Draft>) => void] {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const kept = readKept(KEPT, sessionStorage)
    if (kept !== null && entry?.type === 'reload') setDraft({ ...EMPTY, ...(kept as Draft) })
  }, [])
  useEffect(() => {
    if (draft !== EMPTY) sessionStorage.setItem(KEPT, JSON.stringify(draft))
  }, [draft])
  return [draft, (part) => setDraft((before) => ({ ...before, ...part }))]
}
