import { urlOf } from '../../api/request.ts'
import { config } from '../../api/siteData.ts'
import { Sheet } from '../../components/Sheet.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'

type Props = { id: string | undefined; chainId: number; pair: string; onClose(): void }

/** The created position, and the link to it. */
export function Created({ id, chainId, pair, onClose }: Props) {
  const account = useAccount()
  const there = {
    ...(account && { owner: account }),
    ...(chainId !== config.chainId && { chainId }),
  }
  return (
    <Sheet title="Your position is created" onClose={onClose}>
      <p className="words">
        {id ? `Position ${id}` : 'Your shares'} in the pool of {pair} {id ? 'is' : 'are'} in your wallet. It earns while
        the price is in its range.
      </p>
      <div className="row wrap">
        <a className="button primary" href={urlOf('/positions', there)}>
          See your positions
        </a>
        <button type="button" className="button" onClick={onClose}>
          Create another
        </button>
      </div>
    </Sheet>
  )
}
