import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { DollarPage } from '../../dollars/DollarPage.tsx'
import { GuideButton } from '../../guide/GuideButton.tsx'
import { useEthBalance } from '../../wallet/useBalance.ts'
import { useAccount, WalletGate } from '../../wallet/WalletGate.tsx'
import type { Picture } from '../token/PictureField.tsx'
import { type Draft, isComplete, type Problems, problemsOf } from './draft.ts'
import { FairLaunch } from './FairLaunch.tsx'
import { FirstBuy } from './FirstBuy.tsx'
import { LaunchReview } from './LaunchReview.tsx'
import { Naming } from './Naming.tsx'
import { Preview } from './Preview.tsx'
import { useKeptDraft } from './useKeptDraft.ts'

/** Launches a token: what it is called, what is bought first, and a review of all that will be signed. */
export function LaunchForm() {
  const [draft, change] = useKeptDraft()
  const [picture, setPicture] = useState<Picture>()
  const [isReviewing, setReviewing] = useState(false)
  const account = useAccount()
  const balance = useEthBalance(account)
  const problems = problemsOf(draft, { balance, account, hasPicture: picture !== undefined })
  const isReady = isComplete(draft, problems)
  return (
    <DollarPage>
      <div className="form-grid">
        <section>
          <a className="row text-compact muted back" href="/launch">
            <Icon name="arrow-left" size="small" />
            Launches
          </a>
          <h1>Launch a token</h1>
          <p className="lead muted">
            One transaction creates 1,000,000,000 tokens. 80 % go on the curve, 20 % wait for the pool. A launch cannot
            be edited or undone.
          </p>
          <p className="lead">
            <GuideButton name="launch" />
          </p>
          <form
            className="stack large"
            onSubmit={(event) => {
              event.preventDefault()
              if (isReady && account !== undefined) setReviewing(true)
            }}
          >
            <Naming draft={draft} problems={problems} change={change} picture={picture} onPicture={setPicture} />
            <FirstBuy draft={draft} problems={problems} change={change} balance={balance} />
            <FairLaunch draft={draft} problems={problems} change={change} />
            <WalletGate>
              <div className="row wrap">
                <Button type="submit" kind="primary" size="large" disabled={!isReady}>
                  Review launch
                </Button>
                <span className="text-small faint">
                  {isReady ? 'Next: review everything, then sign.' : whatIsMissing(draft, problems)}
                </span>
              </div>
            </WalletGate>
          </form>
        </section>
        <Preview draft={draft} picture={picture} />
        {isReviewing && account !== undefined && (
          <LaunchReview draft={draft} picture={picture} account={account} onClose={() => setReviewing(false)} />
        )}
      </div>
    </DollarPage>
  )
}

function whatIsMissing({ name, symbol }: Draft, problems: Problems): string {
  if (name.trim() === '' || symbol.trim() === '') return 'Choose a name and a symbol.'
  if (problems.lockDays !== undefined) return 'Choose a lock for your first buy to continue.'
  return problems.isSplitting ?? Object.values(problems)[0] ?? ''
}
