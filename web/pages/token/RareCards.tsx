import type { TokenDetail } from '../../api/launchpad.ts'
import { CreatorTools } from './CreatorTools.tsx'
import { FeeSplitCard } from './FeeSplitCard.tsx'
import { LockCard } from './LockCard.tsx'

/** The lock and the split of the few launches that have them, and the tools of the creator. */
export function RareCards({ token, reload }: { token: TokenDetail; reload(): void }) {
  return (
    <>
      <LockCard token={token} />
      <FeeSplitCard token={token} />
      <CreatorTools token={token} reload={reload} />
    </>
  )
}
