import type { ReactNode } from 'react'
import { Chip } from '../../components/Chip.tsx'
import { Flag } from '../../components/Flag.tsx'
import { AccountName } from '../../names/AccountName.tsx'
import { useStore } from '../../store.ts'
import { connection } from '../../wallet/connection.ts'

/** An account in a list, with a link to its portfolio and marks after it. */
export function WalletLink({ address, children }: { address: string; children?: ReactNode }) {
  const state = useStore(connection)
  const isMine = state.status === 'connected' && state.address === address
  return (
    <span className="row inline">
      <Flag address={address} isRound size="tiny" />
      <a className="mono text-small" href={`/portfolio/${address}`} title={address}>
        <AccountName address={address} />
      </a>
      {children}
      {isMine && <Chip tone="accent">you</Chip>}
    </span>
  )
}
