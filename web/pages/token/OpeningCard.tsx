import { BPS } from '#core/bigint.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { percent } from '#site/format.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { Callout } from '../../components/Callout.tsx'
import { Price } from '../../components/Figures.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { useNow } from '../../components/useNow.ts'

/** The opening of a launch: the time left, and the price of a buy now and at the end. */
export function OpeningCard({ token }: { token: TokenDetail }) {
  const now = useNow()
  const { opening, priceEth } = token
  if (opening === null || token.graduated) return null
  // The chain's clock counts where it is ahead of the browser's.
  const time = Math.max(now, Date.parse(opening.at))
  const left = Math.ceil((Date.parse(opening.endsAt) - time) / 1000)
  if (left <= 0) return null
  const surcharge = Curve.surchargeBps(opening.seconds, opening.seconds - left)
  const rest = BPS - BigInt(surcharge)
  return (
    <section className="card" aria-label="Opening">
      <div className="body stack">
        <div className="row spread">
          <h2 className="card-title">Opening</h2>
          <b className="bold" role="timer">
            {left} s left
          </b>
        </div>
        <KeyValues
          facts={[
            {
              key: 'now',
              term: 'Price now',
              value: <PriceInEth wei={(BigInt(priceEth) * BPS) / rest} />,
              tone: 'warn',
            },
            { key: 'end', term: 'Price after the opening', value: <PriceInEth wei={BigInt(priceEth)} /> },
          ]}
        />
        <Callout grade="caution">
          <b>A buy now gets {percent(surcharge, 2)} fewer tokens.</b> They are burned. The penalty drops to zero by the
          end. Wait and you pay less: buying first brings no gain.
        </Callout>
      </div>
    </section>
  )
}

function PriceInEth({ wei }: { wei: bigint }) {
  return (
    <>
      <Price wei={wei} />
      <span className="unit">ETH</span>
    </>
  )
}
