import { useQuery } from '../../api/useQuery.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { readToken } from '../../liquidity/tokens.ts'
import { LaunchpadReview } from '../../signing/launchpad/LaunchpadReview.tsx'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { ExecutionReview } from './ExecutionReview.tsx'
import type { Proposal } from './proposal.ts'

type Props = { title: string; proposal: Proposal; onClose(): void; onMined(): void }

/** The review of a proposal: the same sheets, checks and wallet as everywhere else. */
export function ProposalReview({ title, proposal, onClose, onMined }: Props) {
  if (proposal.kind === 'launchpad') return <LaunchpadReview body={proposal.body} onClose={onClose} onMined={onMined} />
  if (proposal.kind === 'execution') return <ExecutionReview {...{ proposal, onClose, onMined }} />
  return <LiquidityReview title={title} proposal={proposal} onClose={onClose} onMined={onMined} />
}

type LiquidityProps = Props & { proposal: Extract<Proposal, { kind: 'liquidity' }> }

function LiquidityReview({ title, proposal, onClose, onMined }: LiquidityProps) {
  const read = useQuery(proposal.tokens.join(' ') || 'none', () =>
    Promise.all(proposal.tokens.map((token) => readToken(token))),
  )
  const tokens = read.data
  if (!tokens)
    return (
      <Sheet title="Review what you will sign" onClose={onClose}>
        <QueryView query={read} what="the tokens" rows={3}>
          {() => null}
        </QueryView>
      </Sheet>
    )
  const { step, sentence } = WORDS[proposal.path]
  return (
    <LpReview
      request={{ path: proposal.path, body: proposal.body }}
      tokens={tokens}
      words={{
        title: step,
        doing: title,
        done: `Done: ${title}`,
        failed: 'The transaction failed and only gas was spent. Ask the agent again.',
      }}
      what={sentence}
      onClose={onClose}
      onMined={onMined}
    />
  )
}

const WORDS = {
  create: { step: 'Create the position', sentence: 'Create a position.' },
  create_classic: { step: 'Add to the v2 pool', sentence: 'Provide liquidity to a v2 pool.' },
  increase: { step: 'Add to the position', sentence: 'Add to a position.' },
  decrease: { step: 'Remove liquidity', sentence: 'Remove liquidity from a position.' },
  claim_fees: { step: 'Claim the fees', sentence: 'Claim the fees of a position.' },
} as const
