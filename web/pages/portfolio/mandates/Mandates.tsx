import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/States.tsx'
import { useStore } from '../../../store.ts'
import { WalletGate } from '../../../wallet/WalletGate.tsx'
import { GrantSheet } from './GrantSheet.tsx'
import { keptMandates } from './keptMandates.ts'
import { MandateCard } from './MandateCard.tsx'
import { RevokeAll } from './RevokeAll.tsx'

/** The mandates that this account granted in this browser. */
export function Mandates({ owner }: { owner: string }) {
  const [isGranting, setGranting] = useState(false)
  const own = useStore(keptMandates).filter((kept) => kept.owner === owner)
  return (
    <div className="stack pad">
      {own.length === 0 && (
        <Empty title="No mandates were granted in this browser">
          A mandate lets an agent buy for you within a budget that the chain enforces.
        </Empty>
      )}
      {own.map(({ mandate }) => (
        <MandateCard key={mandate} mandate={mandate} />
      ))}
      <WalletGate>
        <p className="row wrap">
          <Button kind="primary" onClick={() => setGranting(true)}>
            Grant a mandate
          </Button>
          {own[0] && <RevokeAll mandate={own[0].mandate} />}
        </p>
      </WalletGate>
      {isGranting && <GrantSheet owner={owner} onClose={() => setGranting(false)} />}
    </div>
  )
}
