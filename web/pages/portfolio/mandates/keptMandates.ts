import { createStore } from '../../../store.ts'

const KEPT = 'slipway.mandates'

/** A mandate that was granted in this browser; the service keeps none. */
export type KeptMandate = { owner: string; mandate: string }

export const keptMandates = createStore<readonly KeptMandate[]>([])

if (typeof window !== 'undefined') {
  keptMandates.set(readKept)
  window.addEventListener('storage', ({ key }) => {
    if (key === KEPT) keptMandates.set(readKept)
  })
}

function readKept(): readonly KeptMandate[] {
  return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as KeptMandate[]
}

function keep(next: readonly KeptMandate[]): void {
  localStorage.setItem(KEPT, JSON.stringify(next))
  keptMandates.set(() => next)
}

/** The newest comes first. None is dropped: one that is still in force must stay revocable. */
export function keepMandate(kept: KeptMandate): void {
  keep([kept, ...readKept().filter(({ mandate }) => mandate !== kept.mandate)])
}

export function forgetMandate(mandate: string): void {
  keep(readKept().filter((kept) => kept.mandate !== mandate))
}
