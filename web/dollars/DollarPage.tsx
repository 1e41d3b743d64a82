import type { ReactNode } from 'react'
import type { Stats } from '../api/launchpad.ts'
import { useResource } from '../api/useQuery.ts'
import { DollarNote } from './DollarNote.tsx'
import { WithDollars } from './EthUsd.tsx'

const POLL_MS = 60_000

/** Reads the price of ETH for all amounts of the page, and says after them where it comes from. */
export function DollarPage({ children }: { children?: ReactNode }) {
  const { data } = useResource<Stats>('/api/launchpad/stats', { pollMs: POLL_MS })
  return (
    <WithDollars source={data?.usdSource}>
      {children}
      <DollarNote source={data?.usdSource} />
    </WithDollars>
  )
}
