import { lazy, Suspense, useState } from 'react'
import { cut, exact, fixed } from '#site/format.ts'
import type { Token, TokenPage } from '../../api/launchpad.ts'
import { Button } from '../../components/Button.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { feesOf } from './feesOf.ts'

const ClaimAllSheet = lazy(async () => ({ default: (await import('./ClaimAllSheet.tsx')).ClaimAllSheet }))

export type FeeProps = { address: string; launched: TokenPage | undefined; isMine: boolean }

/** The fees that this account can claim; those of tokens whose creator role it gave away belong to another. */
export function Fees({ address, launched, isMine }: FeeProps) {
  // As reviewed: each claim that is mined changes the list, and a wallet may send them one after the other.
  const [claimed, setClaimed] = useState<readonly Token[]>()
  const open = (launched?.tokens ?? []).filter((token) => token.currentCreator === address && feesOf(token) > 0n)
  if (open.length === 0 && !claimed) return null
  return (
    <>
      <ul className="holders fees">
        {open.map((token) => (
          <FeesOf key={token.address} token={token} isMine={isMine} />
        ))}
      </ul>
      {isMine && open.length > 1 && (
        <div className="pad">
          <Button icon="hand-coins" onClick={() => setClaimed(open)}>
            Claim all
          </Button>
        </div>
      )}
      <Suspense>
        {claimed && <ClaimAllSheet launches={claimed} wallet={address} onClose={() => setClaimed(undefined)} />}
      </Suspense>
    </>
  )
}

function FeesOf({ token, isMine }: { token: Token; isMine: boolean }) {
  const fees = feesOf(token)
  return (
    <li>
      <span className="row grow">
        <Flag address={token.address} size="tiny" image={token.metadata?.image} />
        <span className="clip">
          Fees of <bdi>{cut(token.name)}</bdi> to claim
        </span>
      </span>
      <span>{isMine && <a href={`/launch/${token.address}`}>Claim</a>}</span>
      <b title={`${exact(fees)} ETH`}>
        {fixed(fees, 4)} ETH
        <Dollars wei={fees} />
      </b>
    </li>
  )
}
