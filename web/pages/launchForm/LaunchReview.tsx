import { useState } from 'react'
import { leaveFor } from '../../api/leaveFor.ts'
import { useAction } from '../../api/useAction.ts'
import { Callout } from '../../components/Callout.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { type Step, Steps } from '../../components/Steps.tsx'
import { Review } from '../../signing/launchpad/Review.tsx'
import type { Receipt } from '../../wallet/Receipt.ts'
import type { Picture } from '../token/PictureField.tsx'
import { saveMetadata } from '../token/saveMetadata.ts'
import { createdToken } from './createdToken.ts'
import { type Draft, firstBuyOf, hasWords, linksOf, lockDaysOf } from './draft.ts'

type Props = { draft: Draft; picture: Picture | undefined; account: string; onClose(): void }

/** The launch, then the signature for picture and links, then the token's page. */
export function LaunchReview({ draft, picture, account, onClose }: Props) {
  const [token, setToken] = useState<string>()
  const { run, problem } = useAction()
  const links = linksOf(draft)
  const description = draft.description.trim()
  const hasMetadata = picture !== undefined || hasWords(draft)
  async function finish(receipt: Receipt): Promise<void> {
    const created = createdToken(receipt)
    if (created === undefined) return
    setToken(created)
    await run(async () => {
      if (hasMetadata)
        await saveMetadata({
          content: { token: created, ...(description && { description }), links },
          account,
          picture,
        })
      return leaveFor(pageOf(created))
    })
  }
  if (token !== undefined) return <After {...{ token, problem, hasMetadata, onClose }} />
  return (
    <Review
      body={bodyOf(draft, account)}
      {...(draft.shares && { before: { action: 'createFeeSplit', from: account, shares: draft.shares } })}
      onClose={onClose}
      hasReceipt={false}
      onMined={(receipt) => void finish(receipt)}
    />
  )
}

/** Options that are not chosen are left out. */
function bodyOf(draft: Draft, account: string) {
  const { openingSeconds, feeHolder, slippageBps } = draft
  const lockDays = lockDaysOf(draft)
  const { value } = firstBuyOf(draft)
  return {
    action: 'create',
    name: draft.name.trim(),
    symbol: draft.symbol.trim(),
    from: account,
    value: String(value),
    slippageBps,
    ...(openingSeconds > 0 && { openingSeconds }),
    ...(lockDays > 0 && value > 0n && { lockDays }),
    ...(feeHolder !== '' && { feeHolder }),
  }
}

const pageOf = (token: string) => `/launch/${token}`

type AfterProps = { token: string; problem: string | undefined; hasMetadata: boolean; onClose(): void }

function After({ token, problem, hasMetadata, onClose }: AfterProps) {
  const signing: Step = {
    title: 'Sign the picture, description and links',
    state: 'now',
    note: 'in your wallet',
    detail: 'A signature, no gas.',
  }
  const steps: Step[] = [
    { title: 'Launch', state: 'done', note: 'mined' },
    ...(hasMetadata ? [signing] : []),
    { title: 'Open the token’s page', state: hasMetadata ? 'todo' : 'now', note: '' },
  ]
  return (
    <Sheet title="Your token is launched" onClose={onClose}>
      <Steps steps={steps} />
      {problem !== undefined && (
        <Callout grade="caution" isAlert title="The picture, the description and the links are not saved.">
          <p>{problem} The token is launched. You can add them on its page.</p>
          <p>
            <a className="button primary" href={pageOf(token)}>
              Open the token’s page
            </a>
          </p>
        </Callout>
      )}
    </Sheet>
  )
}
