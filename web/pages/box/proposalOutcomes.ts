import { createStore } from '../../store.ts'
import type { Proposal } from './proposal.ts'

/** What became of a proposed transaction that is no longer open. */
type ProposalOutcome = 'declined' | 'signed'
type Review = { id: string; title: string; proposal: Proposal }
type State = { reviewed: Review | undefined; outcomes: Readonly<Record<string, ProposalOutcome>> }

const KEPT = 'slipway.proposals'

/** By proposal: it outlives the row that shows it, which changes once an answer is whole, and a reload. */
export const proposalOutcomes = createStore<State>({ reviewed: undefined, outcomes: readKept() })

function readKept(): State['outcomes'] {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')
}

export function review(reviewed: Review | undefined): void {
  proposalOutcomes.set(({ outcomes }) => ({ outcomes, reviewed }))
}

export function recordOutcome(id: string, outcome: ProposalOutcome): void {
  proposalOutcomes.set(({ outcomes }) => ({ outcomes: { ...outcomes, [id]: outcome }, reviewed: undefined }))
  sessionStorage.setItem(KEPT, JSON.stringify(proposalOutcomes.get().outcomes))
}
