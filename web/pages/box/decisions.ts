import { createStore } from '../../store.ts'
import type { Proposal } from './proposal.ts'

/** What became of a proposal that is no longer open. */
export type Decision = 'declined' | 'signed'
type Review = { id: string; title: string; proposal: Proposal }
type Decisions = { reviewed: Review | undefined; made: Readonly<Record<string, Decision>> }

const KEPT = 'slipway.proposals'

/** What the person decided, by proposal: it outlives the row that shows it, which changes once an answer is whole, and a reload. */
export const decisions = createStore<Decisions>({ reviewed: undefined, made: readKept() })

function readKept(): Decisions['made'] {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')
}

export function review(reviewed: Review | undefined): void {
  decisions.set(({ made }) => ({ made, reviewed }))
}

export function decide(id: string, decision: Decision): void {
  decisions.set(({ made }) => ({ made: { ...made, [id]: decision }, reviewed: undefined }))
  sessionStorage.setItem(KEPT, JSON.stringify(decisions.get().made))
}
