import { fixed, UNKNOWN } from '#site/format.ts'
import type { TokenPage } from '../../api/launchpad.ts'
import { Dollars } from '../../dollars/Dollars.tsx'
import { useEthBalance } from '../../wallet/useBalance.ts'
import { feesOf } from './feesOf.ts'
import { type Holding, worthOf } from './useHoldings.ts'

type Props = { address: string; holdings: readonly Holding[] | undefined; launched: TokenPage | undefined }

/** ETH, tokens at their current price, and fees to claim, with their sum. */
export function Totals({ address, holdings, launched }: Props) {
  const eth = useEthBalance(address)
  const tokens = holdings?.reduce((sum, holding) => sum + worthOf(holding), 0n)
  const fees = launched && claimable(launched, address)
  const total = eth === undefined || tokens === undefined || fees === undefined ? undefined : eth + tokens + fees
  return (
    <dl className="facts totals" aria-label="Totals">
      <Sum term="Total, without positions" wei={total} isMain />
      <Sum term="ETH" wei={eth} />
      <Sum term="Tokens" wei={tokens} />
      <Sum term="Fees to claim" wei={fees} />
    </dl>
  )
}

function Sum({ term, wei, isMain = false }: { term: string; wei: bigint | undefined; isMain?: boolean }) {
  const text = wei === undefined ? UNKNOWN : fixed(wei, 4)
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {isMain ? <b>{text}</b> : text}
        <span className="unit">ETH</span>
        <Dollars wei={wei} />
      </dd>
    </div>
  )
}

/** The fees that belong to this account; those of a token whose creator role it gave away belong to another. */
function claimable({ tokens }: TokenPage, address: string): bigint {
  return tokens
    .filter(({ currentCreator }) => currentCreator === address)
    .reduce((sum, token) => sum + feesOf(token), 0n)
}
