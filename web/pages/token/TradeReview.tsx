import { useState } from 'react'
import { exact, percent, short, whole } from '#site/format.ts'
import type { Prepared } from '../../api/launchpad.ts'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Callout } from '../../components/Callout.tsx'
import { ReviewSheet } from '../../wallet/ReviewSheet.tsx'
import type { Trading } from './Trading.ts'

const DANGER_BPS = 1_500

type Props = { trade: Trading; onClose(): void; onDone(): void }

/** A trade in words before it is signed; from 15 % of price impact on, the amount is typed again. */
export function TradeReview({ trade, onClose, onDone }: Props) {
  const { token, side, amount, slippageBps, account } = trade
  const [typed, setTyped] = useState('')
  const [impactBps, setImpact] = useState(0)
  const isBuy = side === 'buy'
  const amountText = exact(amount)
  const isDangerous = impactBps >= DANGER_BPS
  const body = {
    action: side,
    token: token.address,
    from: account,
    slippageBps,
    ...(isBuy ? { value: String(amount) } : { amount: String(amount) }),
  }
  return (
    <ReviewSheet
      body={body}
      words={(prepared) => {
        const found = prepared.quote?.priceImpactBps ?? 0
        if (found !== impactBps) queueMicrotask(() => setImpact(found))
        return <Words trade={trade} prepared={prepared} />
      }}
      facts={(prepared) => [
        { key: 'token', term: 'Token', value: <FullAddress address={token.address} /> },
        {
          key: 'impact',
          term: 'Price impact',
          value: percent(prepared.quote?.priceImpactBps ?? 0, 2),
          tone: impactBps >= 300 ? 'warn' : undefined,
        },
        {
          key: 'fee',
          term: 'Trade fee',
          value: prepared.quote?.fee ? `${exact(BigInt(prepared.quote.fee))} ETH` : '1 % of the tokens',
        },
      ]}
      caution={
        isDangerous && (
          <Callout grade="danger">
            <p>
              <b>Price impact {percent(impactBps, 2)}.</b> Type the amount to confirm.
            </p>
            <div className="input">
              <input
                aria-label={`Type ${amountText} to confirm`}
                placeholder={`Type ${amountText}`}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
          </Callout>
        )
      }
      isHeld={isDangerous && typed.replaceAll(',', '').trim() !== amountText.replaceAll(',', '')}
      doing={isBuy ? `Buying ${amountText} ETH of ${token.symbol}` : `Selling ${short(amount)} ${token.symbol}`}
      done={isBuy ? `Bought ${token.symbol}` : `Sold ${short(amount)} ${token.symbol}`}
      failed={`The price moved past your minimum. Nothing was ${isBuy ? 'bought' : 'sold'}; gas was spent. Quote again.`}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function Words({ trade: { token, side, amount }, prepared: { quote } }: { trade: Trading; prepared: Prepared }) {
  const name = (
    <b>
      <bdi>“{token.name}”</bdi>
    </b>
  )
  if (side === 'buy')
    return (
      <>
        Buy{' '}
        <b>
          {whole(BigInt(quote?.amountOut ?? 0))} {token.symbol}
        </b>{' '}
        of the token {name} for <b>{exact(amount)} ETH</b>. If you would get fewer than{' '}
        <b>
          {whole(BigInt(quote?.minOut ?? 0))} {token.symbol}
        </b>
        , nothing happens.
        {quote?.graduates &&
          ' The curve is full with it: the token graduates, and what is left over comes back to you.'}
      </>
    )
  return (
    <>
      Sell{' '}
      <b>
        {exact(amount)} {token.symbol}
      </b>{' '}
      of the token {name} for <b>{exact(BigInt(quote?.amountOut ?? 0))} ETH</b>. If you would get less than{' '}
      <b>{exact(BigInt(quote?.minOut ?? 0))} ETH</b>, nothing happens.
    </>
  )
}
