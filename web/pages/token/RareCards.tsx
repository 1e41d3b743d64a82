import type { TokenDetail } from '../../api/launchpad.ts'
import { CreatorTools } from './CreatorTools.tsx'
import { FeeSplitCard } from './FeeSplitCard.tsx'
import { FillCard } from './FillCard.tsx'
import { LockCard } from './LockCard.tsx'
import { OrdersCard } from './orders/OrdersCard.tsx'

/** Orders, the lock, the split and the last part of the curve of the few launches that have them, and the tools of the creator. */
export function RareCards({ token, reload }: { token: TokenDetail; reload(): void }) {
  return (
    <>
      <FillCard token={token} />
      <OrdersCard token={token} />
      <LockCard token={token} />
      <FeeSplitCard token={token} />
      <CreatorTools token={token} reload={reload} />
    </>
  )
}
