import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { problemOf, SHARES_MAX, type Share, toShares } from './feeShares.ts'

const EMPTY_SHARE: Share = { account: '', percent: '' }

/** Up to ten accounts and their shares; creating the split is a transaction of its own, before the launch. */
export function SplitForm({ onCreated }: { onCreated(split: string): void }) {
  const account = useAccount()
  const [shares, setShares] = useState<Share[]>([
    { account: account ?? '', percent: '50' },
    { ...EMPTY_SHARE, percent: '50' },
  ])
  const [isReviewing, setReviewing] = useState(false)
  const problem = problemOf(shares)
  const isEmpty = shares.some(({ account: typed }) => typed === '')
  const set = (index: number, part: Partial<Share>) =>
    setShares(shares.map((share, at) => (at === index ? { ...share, ...part } : share)))
  return (
    <div className="share-rows">
      {shares.map((share, index) => (
        <ShareRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their index
          key={index}
          share={share}
          number={index + 1}
          onChange={(part) => set(index, part)}
          onRemove={shares.length > 1 ? () => setShares(shares.filter((_, at) => at !== index)) : undefined}
        />
      ))}
      {problem !== undefined && !isEmpty && (
        <Callout grade="caution" isAlert>
          {problem}
        </Callout>
      )}
      <div className="row wrap">
        <Button
          size="small"
          icon="plus"
          disabled={shares.length >= SHARES_MAX}
          onClick={() => setShares([...shares, EMPTY_SHARE])}
        >
          Add an account
        </Button>
        <Button
          size="small"
          kind="primary"
          disabled={problem !== undefined || account === undefined}
          onClick={() => setReviewing(true)}
        >
          Review the split
        </Button>
        {account === undefined && (
          <span className="text-small faint">Connect a wallet first: the split is created before the launch.</span>
        )}
      </div>
      {isReviewing && account !== undefined && (
        <Review
          body={{ action: 'createFeeSplit', from: account, shares: toShares(shares) }}
          onClose={() => setReviewing(false)}
          hasReceipt={false}
          onMined={(_, { split }) => {
            setReviewing(false)
            if (split) onCreated(split)
          }}
        />
      )}
    </div>
  )
}

type RowProps = {
  share: Share
  number: number
  onChange(part: Partial<Share>): void
  onRemove: (() => void) | undefined
}

function ShareRow({ share, number, onChange, onRemove }: RowProps) {
  return (
    <div className="share-row">
      <Field
        label={`Account ${number}`}
        isLabelHidden
        value={share.account}
        onChange={(text) => onChange({ account: text.trim() })}
        placeholder="0x…"
        autoComplete="off"
      />
      <Field
        label={`Share ${number}`}
        isLabelHidden
        value={share.percent}
        onChange={(percent) => onChange({ percent })}
        suffix="%"
        inputMode="decimal"
        autoComplete="off"
      />
      {onRemove && <Button kind="ghost" icon="x" aria-label={`Remove account ${number}`} onClick={onRemove} />}
    </div>
  )
}
