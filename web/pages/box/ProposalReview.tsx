import { useEffect, useState } from 'react'
import { exact, percent } from '#site/format.ts'
import type { Prepared } from '../../api/launchpad.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import type { Fact } from '../../components/KeyValues.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { LpReview } from '../../liquidity/LpReview.tsx'
import { readToken, type TokenInfo } from '../../liquidity/tokens.ts'
import { ReviewSheet } from '../../wallet/ReviewSheet.tsx'
import type { Proposal } from './proposal.ts'

type Props = { title: string; proposal: Proposal; onClose(): void; onDone(): void }

const FAILED = 'The chain undid it. Nothing but gas was spent. Ask for it again.'

/** The review of a proposal: the same sheets, checks and wallet as everywhere else. */
export function ProposalReview({ title, proposal, onClose, onDone }: Props) {
  if (proposal.kind === 'liquidity')
    return <LiquidityReview title={title} proposal={proposal} onClose={onClose} onDone={onDone} />
  return (
    <ReviewSheet
      body={proposal.body}
      words={({ summary }) => summary}
      facts={factsOf}
      doing={title}
      done={`Done: ${title}`}
      failed={FAILED}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function factsOf({ token, quote }: Prepared & { token?: string | null }): (Fact & { key: string })[] {
  return [
    ...(token ? [{ key: 'token', term: 'Token', value: <FullAddress address={token} /> }] : []),
    ...(quote
      ? [
          { key: 'impact', term: 'Price impact', value: percent(quote.priceImpactBps, 2) },
          { key: 'least', term: 'You get at least', value: exact(BigInt(quote.minOut)) },
        ]
      : []),
  ]
}

type LiquidityProps = Props & { proposal: Extract<Proposal, { kind: 'liquidity' }> }

function LiquidityReview({ title, proposal, onClose, onDone }: LiquidityProps) {
  const [tokens, setTokens] = useState<TokenInfo[]>()
  const [problem, setProblem] = useState<string>()
  const wanted = proposal.tokens.join(' ')
  useEffect(() => {
    const addresses = wanted === '' ? [] : wanted.split(' ')
    Promise.all(addresses.map(readToken)).then(setTokens, (error: Error) => setProblem(error.message))
  }, [wanted])
  if (!tokens)
    return (
      <Sheet title="Review what you will sign" onClose={onClose}>
        {problem === undefined ? (
          <SkeletonRows rows={3} label="Building the transaction" />
        ) : (
          <Failure title="The tokens of this proposal cannot be read.">{problem}</Failure>
        )}
      </Sheet>
    )
  return (
    <LpReview
      request={{ path: proposal.path, body: proposal.body }}
      tokens={tokens}
      words={{ title: TITLES[proposal.path], doing: title, done: `Done: ${title}`, failed: FAILED }}
      what={WHAT[proposal.path]}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

const TITLES = {
  create: 'Create the position',
  create_classic: 'Add to the v2 pool',
  increase: 'Add to the position',
  decrease: 'Take liquidity out',
  claim_fees: 'Claim the fees',
} as const

const WHAT = {
  create: 'Create a position.',
  create_classic: 'Provide liquidity to a v2 pool.',
  increase: 'Add to a position.',
  decrease: 'Take liquidity out of a position.',
  claim_fees: 'Claim the fees of a position.',
} as const
