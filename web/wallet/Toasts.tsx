import { fixed } from '#site/format.ts'
import { config } from '../api/siteData.ts'
import { LinkButton } from '../components/Button.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Icon } from '../components/Icon.tsx'
import { useNow } from '../components/useNow.ts'
import { Dollars } from '../dollars/Dollars.tsx'
import { useStore } from '../store.ts'
import { dismiss, type Tracked, transactions } from './transactions.ts'

/** The transactions of this browser, in the corner of every page. */
export function Toasts() {
  const list = useStore(transactions)
  return (
    <div className="toasts">
      {list
        .filter(({ isHidden }) => isHidden !== true)
        .map((item) => (
          <Toast key={item.id} item={item} onDismiss={() => dismiss(item.id)} />
        ))}
    </div>
  )
}

export function Toast({ item, onDismiss }: { item: Tracked; onDismiss(): void }) {
  const { title, detail, wei } = useWords(item)
  return (
    <div className="toast" role={item.state === 'failed' ? 'alert' : 'status'} data-state={item.state}>
      <StateMark state={item.state} />
      <span className="title">
        {title}
        <Dollars wei={wei} />
      </span>
      <LinkButton aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="x" size="small" />
      </LinkButton>
      <span className="detail">
        {detail} {item.hash !== undefined && <TransactionLink hash={item.hash} explorerUrl={item.explorerUrl} />}
      </span>
    </div>
  )
}

/** The same in one line, for the sheet that waits for it. */
export function PendingNote({ item }: { item: Tracked }) {
  const { detail } = useWords(item)
  return (
    <p className="row text-compact muted">
      {detail} {item.hash !== undefined && <TransactionLink hash={item.hash} explorerUrl={item.explorerUrl} />}
    </p>
  )
}

export function StateMark({ state }: { state: Tracked['state'] }) {
  if (state === 'mined') return <Icon name="circle-check" tone="up" />
  if (state === 'failed') return <Icon name="circle-x" tone="down" />
  if (state === 'declined') return <Icon name="circle-slash" tone="faint" />
  return <span className="spinner" />
}

function useWords(item: Tracked): { title: string; detail: string; wei?: string | undefined } {
  const { wei } = item
  const seconds = Math.max(0, Math.floor((useNow() - item.since) / 1000))
  switch (item.state) {
    case 'wallet':
      return { title: item.doing, wei, detail: 'Open your wallet and sign.' }
    case 'sent':
      return { title: item.doing, wei, detail: item.problem ?? `Sent. Waiting for a block, ${seconds} s.` }
    case 'mined':
      return { title: item.done, wei, detail: `Block ${fixed(BigInt(item.block ?? 0), 0, 0)}.` }
    case 'declined':
      return { title: 'You declined in the wallet', detail: 'Nothing was sent. Your input is still in the form.' }
    default:
      return { title: item.hash ? 'The transaction failed' : 'Nothing was sent', detail: item.problem ?? item.failed }
  }
}

type LinkProps = { hash: string; explorerUrl?: string | null | undefined }

/** A devnet has no explorer, so the hash is copied. */
export function TransactionLink({ hash, explorerUrl = config.explorerUrl }: LinkProps) {
  if (explorerUrl === null) return <CopyButton text={hash} label="Copy transaction hash" words="Copy hash" />
  return (
    <a href={`${explorerUrl}/tx/${hash}`} rel="noreferrer" target="_blank">
      Explorer
    </a>
  )
}
