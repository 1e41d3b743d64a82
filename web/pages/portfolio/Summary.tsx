import type { ReactNode } from 'react'
import { cut, percent, UNKNOWN } from '#site/format.ts'
import type { Wallet } from '../../api/launchpad.ts'
import { Eth } from '../../components/Figures.tsx'
import { Gain } from '../../components/Gain.tsx'
import type { Result } from './useOpenResults.ts'

/** Profit and loss of an account over all launches, first in, first out. */
export function Summary({ wallet }: { wallet: Wallet }) {
  const { realisedEth, unpricedEth, winRateBps, wins, losses, open, best, worst } = wallet
  return (
    <section className="card results" aria-label="Profit and loss">
      <dl className="facts">
        <Fact term="Realised, ETH" title="Sales less what the same tokens had cost; tokens bought first are used first">
          <Gain wei={BigInt(realisedEth)} />
        </Fact>
        <Fact term="Open, ETH" title="Bought tokens that are still held, at their present price, less their cost">
          <Gain wei={BigInt(open.unrealisedEth)} />
        </Fact>
        <Fact term="Win rate" title="Tokens with a realised profit, of those with a profit or a loss">
          {winRateBps === null ? UNKNOWN : percent(winRateBps)}
          <span className="unit">
            {wins} of {wins + losses}
          </span>
        </Fact>
        <Fact term="Best">
          <Extreme result={best} />
        </Fact>
        <Fact term="Worst">
          <Extreme result={worst} />
        </Fact>
        {unpricedEth !== '0' && (
          <Fact term="From received tokens" title="Sales of tokens received by transfer; their cost is unknown">
            <Eth wei={BigInt(unpricedEth)} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ term, title, children }: { term: string; title?: string; children: ReactNode }) {
  return (
    <div>
      <dt title={title}>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Extreme({ result }: { result: Result | null }) {
  if (result === null) return <span className="faint">{UNKNOWN}</span>
  return (
    <>
      <a href={`/launch/${result.address}`} title={result.name}>
        <bdi>{cut(result.symbol, 12)}</bdi>
      </a>{' '}
      <Gain wei={BigInt(result.realisedEth)} />
    </>
  )
}
