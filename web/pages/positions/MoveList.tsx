import type { Position } from '../../api/liquidity.ts'
import type { Move } from '../../api/watches.ts'
import { Age } from '../../components/Figures.tsx'
import { chainById } from '../../wallet/chains.ts'
import { TransactionLink } from '../../wallet/Toasts.tsx'
import { PairAmounts } from './PairAmounts.tsx'

/** A withdrawal of v3 books amounts that a collection pays, together with fees. */
const WORDS = { deposit: 'Deposit', withdrawal: 'Withdrawal', collection: 'Collected', fees: 'Fees paid' }

type Props = { position: Position; moves: readonly Move[] }

/** Every change of a position, newest first. */
export function MoveList({ position, moves }: Props) {
  if (moves.length === 0) return null
  const { explorerUrl } = chainById(position.chainId)
  return (
    <section aria-label="Changes">
      <h3>Changes</h3>
      <ul className="moves">
        {moves.toReversed().map((move) => (
          <li key={`${move.block} ${move.logIndex} ${move.kind}`}>
            <span className="grow">
              <b>{WORDS[move.kind]}</b>
              <span className="text-small faint">
                <Age at={String(move.timestamp)} /> ago{' '}
                <TransactionLink hash={move.transactionHash} explorerUrl={explorerUrl} />
              </span>
            </span>
            <span className="numeric">
              <PairAmounts of={move} position={position} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
