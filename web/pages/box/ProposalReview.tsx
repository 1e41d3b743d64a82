import { useQuery } from '../../api/useQuery.ts'
import { Sheet } from '../../components/Sheet.tsx'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { readToken } from '../../liquidity/tokens.ts'
import { LaunchpadReview } from '../../signing/launchpad/LaunchpadReview.tsx'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import type { Proposal } from './proposal.ts'

type Props = { title: string; proposal: Proposal; onClose(): void; onMined(): void }

/** The review of a proposal: the same sheets, checks and wallet as everywhere else. */
export function ProposalReview({ title, proposal, onClose, onMined }: Props) {
  if (proposal.kind === 'launchpad') return <LaunchpadReview body={proposal.body} onClose={onClose} onMined={onMined} />
  return <LiquidityReview title={title} proposal={proposal} onClose={onClose} onMined={onMined} />
}

type LiquidityProps = Props & { proposal: Extract<Proposal, { kind: 'liquidity' }> }

function LiquidityReview({ title, proposal, onClose, onMined }: LiquidityProps) {
  const { data: tokens, failure } = useQuery(proposal.tokens.join(' ') || 'none', () =>
    Promise.all(proposal.tokens.map(readToken)),
  )
  if (!tokens)
    return (
      <Sheet title="Review what you will sign" onClose={onClose}>
        {failure === undefined ? (
          <SkeletonRows rows={3} label="Preparing the transaction" />
        ) : (
          <Failure title="The tokens of this proposal could not be read.">{failure.message}</Failure>
        )}
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
