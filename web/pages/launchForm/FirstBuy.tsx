import { BPS } from '#core/bigint.ts'
import { fixed, percent, typeable } from '#site/format.ts'
import { AmountField } from '../../components/AmountField.tsx'
import { Callout } from '../../components/Callout.tsx'
import { ETH } from '../../components/Flag.tsx'
import { TradeSlippage } from '../../components/Slippage.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { type Draft, firstBuyOf, type Problems } from './draft.ts'

const GAS_WEI = 2_000_000_000_000_000n
const SUPPLY = 10n ** 27n

type Props = { draft: Draft; problems: Problems; change(part: Partial<Draft>): void; balance: bigint | undefined }

/** The creator's own buy, in the same transaction. */
export function FirstBuy({ draft, problems, change, balance }: Props) {
  const { value, tokensOut, refund } = firstBuyOf(draft)
  const share = Number((tokensOut * BPS) / SUPPLY)
  return (
    <>
      <div className="field">
        <span className="field-label">
          <span>First buy</span>
          <span className="label">optional</span>
        </span>
        <AmountField
          label="First buy in ETH"
          text={draft.firstBuy}
          onChange={(firstBuy) => change({ firstBuy })}
          unit={ETH}
          purpose={
            value === 0n ? (
              'No first buy'
            ) : (
              <>
                You get{' '}
                <b className="bold">
                  {fixed(tokensOut, 6)} {draft.symbol.trim()}
                </b>
                , {percent(share, 2)} of supply
                <Dollars wei={value} />
              </>
            )
          }
          balance={balance === undefined ? undefined : fixed(balance, 4)}
          onMax={
            balance === undefined
              ? undefined
              : () => change({ firstBuy: typeable(balance > GAS_WEI ? balance - GAS_WEI : 0n) })
          }
          error={problems.firstBuy}
        />
        <span className="help">You buy in the same transaction, before anyone else can.</span>
        {share >= 1_000 && (
          <Callout grade="caution">
            <b>You would hold {percent(share)} of the supply.</b> Buyers see that on your page, and many stay away from
            it.
          </Callout>
        )}
        {refund > 0n && (
          <Callout grade="note">
            <b>This fills the whole curve.</b> The token graduates at once, and {fixed(refund, 4)} ETH
            <Dollars wei={refund} /> come back to you.
          </Callout>
        )}
      </div>
      {value > 0n && <TradeSlippage bps={draft.slippageBps} onChange={(slippageBps) => change({ slippageBps })} />}
    </>
  )
}
