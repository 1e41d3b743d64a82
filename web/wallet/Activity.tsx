import { Age } from '../components/Figures.tsx'
import { Dollars } from '../dollars/Dollars.tsx'
import { useStore } from '../store.ts'
import { type PastTransaction, pastTransactions } from './pastTransactions.ts'
import { PendingNote, StateMark, TransactionLink } from './Toasts.tsx'
import { type Tracked, transactions } from './transactions.ts'

/** The transactions of an account from this browser: those under way first, then the finished ones. */
export function Activity({ address }: { address: string }) {
  const isOwn = ({ from }: { from?: string }) => from?.toLowerCase() === address.toLowerCase()
  const pending = useStore(transactions).filter((item) => item.state === 'sent' && isOwn(item))
  const past = useStore(pastTransactions).filter(isOwn)
  return (
    <section className="stack small" aria-labelledby="activity-of-wallet">
      <h3 id="activity-of-wallet">Activity</h3>
      {pending.length + past.length === 0 ? (
        <p className="text-compact faint">Transactions you sign in this browser are listed here.</p>
      ) : (
        <ul className="activity">
          {pending.map((item) => (
            <Pending key={item.id} item={item} />
          ))}
          {past.map((item) => (
            <Past key={item.hash} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Pending({ item }: { item: Tracked }) {
  return (
    <li>
      <StateMark state={item.state} />
      <span className="grow">
        <bdi>{item.doing}</bdi>
        <PendingNote item={item} />
      </span>
    </li>
  )
}

function Past({ item: { hash, title, wei, isDone, at, explorerUrl } }: { item: PastTransaction }) {
  return (
    <li>
      <StateMark state={isDone ? 'mined' : 'failed'} />
      <span className="grow">
        <bdi>{title}</bdi>
        <Dollars wei={wei} />
        <span className="row text-small faint">
          <Age at={new Date(at).toISOString()} /> ago <TransactionLink hash={hash} explorerUrl={explorerUrl} />
        </span>
      </span>
    </li>
  )
}
