import { useState } from 'react'
import { exact, whole } from '#site/format.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Checkbox } from '../../components/Checkbox.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { type Step, Steps } from '../../components/Steps.tsx'
import { ReviewSheet } from '../../wallet/ReviewSheet.tsx'
import type { Receipt } from '../../wallet/transactions.ts'
import { saveWords } from '../token/EditMetadata.tsx'
import type { Picture } from '../token/PictureField.tsx'
import { createdToken } from './createdToken.ts'
import { type Draft, firstBuyOf } from './draft.ts'

type Props = { draft: Draft; picture: Picture | undefined; account: string; onClose(): void }

/** The whole launch in words, then the wallet, then the picture, then the token's page. */
export function LaunchReview({ draft, picture, account, onClose }: Props) {
  const [isUnderstood, setUnderstood] = useState(false)
  const [token, setToken] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { value, tokensOut, minOut } = firstBuyOf(draft)
  const name = draft.name.trim()
  const symbol = draft.symbol.trim()
  const links = {
    ...(draft.website.trim() && { website: draft.website.trim() }),
    ...(draft.x.trim() && { x: draft.x.trim() }),
  }
  // Picture and links are signed by whoever holds the creator's right.
  const isHolder = draft.feeHolder === '' || draft.feeHolder.toLowerCase() === account.toLowerCase()
  const hasWords = isHolder && (picture !== undefined || Object.keys(links).length > 0)
  async function finish(receipt: Receipt): Promise<void> {
    const created = createdToken(receipt)
    if (created === undefined) return
    setToken(created)
    try {
      if (hasWords) await saveWords({ words: { token: created, links }, account, picture })
      location.assign(pageOf(created))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  if (token !== undefined) return <After token={token} problem={problem} hasWords={hasWords} onClose={onClose} />
  return (
    <ReviewSheet
      body={bodyOf(draft, account)}
      words={() => (
        <>
          Launch a new token named{' '}
          <b>
            <bdi>“{name}”</bdi>
          </b>{' '}
          with the symbol{' '}
          <b>
            <bdi>“{symbol}”</bdi>
          </b>
          {value === 0n ? (
            '. Nothing is bought with it.'
          ) : (
            <>
              {' '}
              and buy{' '}
              <b>
                {whole(tokensOut)} {symbol}
              </b>{' '}
              for <b>{exact(value)} ETH</b>. If you would get fewer than{' '}
              <b>
                {whole(minOut)} {symbol}
              </b>
              , nothing happens.
            </>
          )}
        </>
      )}
      facts={() => [
        { key: 'supply', term: 'Supply', value: '1,000,000,000, fixed' },
        { key: 'curve', term: 'On the curve', value: '800,000,000 (80 %)' },
        {
          key: 'fee',
          term: 'Trade fee',
          value: draft.feeHolder === '' ? '1 %, half of it yours' : '1 %, half of it the fee holder’s',
        },
        { key: 'end', term: 'At 2.864 ETH raised', value: '2 % fee, then a locked v4 pool' },
        { key: 'pay', term: 'You pay', value: `${exact(value)} ETH and gas` },
        ...optionFacts(draft),
      ]}
      caution={
        <>
          <Callout grade="danger">
            <p>
              <b>A launch cannot be undone, edited or deleted.</b>
            </p>
            <p>
              It makes an unbacked community token. It is not the pegged token and is not 1:1 backed by anything.
              Bridging is elsewhere.
            </p>
          </Callout>
          <Checkbox isChecked={isUnderstood} onChange={setUnderstood}>
            I understand that this is final and that the token has no backing.
          </Checkbox>
        </>
      }
      isHeld={!isUnderstood}
      doing={`Launching ${symbol}`}
      done={`Launched ${symbol}`}
      failed="Nothing was launched; gas was spent. Review it again."
      onClose={onClose}
      onDone={(receipt) => void finish(receipt)}
    />
  )
}

/** What the launch is prepared from; options that are not chosen are left out. */
function bodyOf(draft: Draft, account: string): Record<string, unknown> {
  const { openingSeconds, lockDays, feeHolder, slippageBps } = draft
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

function optionFacts({ openingSeconds, lockDays, feeHolder }: Draft) {
  return [
    {
      key: 'opening',
      term: 'Opening',
      value: openingSeconds === 0 ? 'none' : `${openingSeconds} s, early buys are mostly burned`,
    },
    ...(lockDays === 0
      ? []
      : [{ key: 'lock', term: 'Your first buy', value: `locked, released over ${lockDays} days` }]),
    ...(feeHolder === ''
      ? []
      : [{ key: 'holder', term: 'Fees and right go to', value: <FullAddress address={feeHolder} /> }]),
  ]
}

const pageOf = (token: string) => `/launch/${token}`

type AfterProps = { token: string; problem: string | undefined; hasWords: boolean; onClose(): void }

function After({ token, problem, hasWords, onClose }: AfterProps) {
  const steps: Step[] = [
    { title: 'Launch', state: 'done', note: 'mined' },
    ...(hasWords
      ? [
          {
            title: 'Sign picture and links',
            state: 'now' as const,
            note: 'in your wallet',
            detail: 'A signature, no gas.',
          },
        ]
      : []),
    { title: 'Open the token’s page', state: hasWords ? 'todo' : 'now', note: '' },
  ]
  return (
    <Sheet title="Your token is launched" onClose={onClose}>
      <Steps steps={steps} />
      {problem !== undefined && (
        <Callout grade="caution" isAlert title="The picture and the links are not saved.">
          <p>{problem} The token is launched all the same; add them on its page.</p>
          <p>
            <a className="btn primary" href={pageOf(token)}>
              Open the token’s page
            </a>
          </p>
        </Callout>
      )}
    </Sheet>
  )
}
