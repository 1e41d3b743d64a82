import { readKept } from '../../keptList.ts'
import { createStore } from '../../store.ts'
import type { Proposal } from './proposal.ts'

type ProposalOutcome = 'declined' | 'signed'
type Review = { id: string; title: string; proposal: Proposal }
type State = { reviewed: Review | undefined; outcomes: Readonly<Record<string, ProposalOutcome>> }

const KEPT = 'slipway.proposals'

/** By proposal; kept over a reload, and while the row that shows the proposal is replaced. */
export const proposalOutcomes = createStore<State>({ reviewed: undefined, outcomes: readOutcomes() })

function readOutcomes(): State['outcomes'] {
  return (readKept(KEPT, sessionStorage) ?? {}) as State['outcomes']
}

export function review(reviewed: Review | undefined): void {
  proposalOutcomes.set(({ outcomes }) => ({ outcomes, reviewed }))
}

export function recordOutcome(id: string, outcome: ProposalOutcome): void {
  proposalOutcomes.set(({ outcomes, reviewed }) => ({ outcomes: { ...outcomes, [id]: outcome }, reviewed }))
  sessionStorage.setItem(KEPT, JSON.stringify(proposalOutcomes.get().outcomes))
}
