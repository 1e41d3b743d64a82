import { Sheet } from '../../components/Sheet.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'

/** It is on the chain: what it is, and where it can be seen. */
export function Created({ id, pair, onClose }: { id: string | undefined; pair: string; onClose(): void }) {
  const account = useAccount()
  return (
    <Sheet title="Your position is created" onClose={onClose}>
      <p className="words">
        {id === undefined ? 'Your shares' : `Position ${id}`} in the pool of {pair} {id === undefined ? 'are' : 'is'} in
        your wallet. It earns while the price is in its range.
      </p>
      <div className="row wrap">
        <a className="button primary" href={account === undefined ? '/positions' : `/positions?owner=${account}`}>
          See your positions
        </a>
        <button type="button" className="button" onClick={onClose}>
          Create another
        </button>
      </div>
    </Sheet>
  )
}
