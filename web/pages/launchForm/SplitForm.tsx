import { useState } from 'react'
import { prepare } from '../../api/launchpad.ts'
import { config } from '../../api/siteData.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { AddressField } from '../../names/AddressField.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import { useSendsTogether } from '../../wallet/useSendsTogether.ts'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { problemOf, SHARES_MAX, type Share, toShares } from './feeShares.ts'

const EMPTY_SHARE: Share = { account: '', percent: '' }

type Shares = ReturnType<typeof toShares>
type Props = {
  /** Shares come along where the launch has to create the split. */
  onReady(split: string, shares?: Shares): void
}

/** Up to ten accounts and their shares; an atomic wallet creates the split with the launch, any other before it. */
export function SplitForm({ onReady }: Props) {
  const account = useAccount()
  const isTogether = useSendsTogether(account, config.chainId)
  const { run, busy, problem: failure } = useAction()
  const [shares, setShares] = useState<Share[]>([
    { account: account ?? '', percent: '50' },
    { ...EMPTY_SHARE, percent: '50' },
  ])
  const [isReviewing, setReviewing] = useState(false)
  const problem = problemOf(shares)
  const isEmpty = shares.some(({ account: typed }) => typed === '')
  async function use(from: string): Promise<void> {
    const { split } = await prepare({ action: 'createFeeSplit', from, shares: toShares(shares) })
    if (split) onReady(split, toShares(shares))
  }
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
      {(failure ?? (isEmpty ? undefined : problem)) !== undefined && (
        <Callout grade="caution" isAlert>
          {failure ?? problem}
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
          busy={busy}
          onClick={() => (isTogether && account ? void run(() => use(account), 'Reading') : setReviewing(true))}
        >
          {isTogether ? 'Use this split' : 'Review the split'}
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
            if (split) onReady(split)
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
      <AddressField
        label={`Account ${number}`}
        isLabelHidden
        value={share.account}
        onChange={(account) => onChange({ account })}
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
