import type { TokenDetail } from '../../api/launchpad.ts'
import { HolderChart } from './HolderChart.tsx'
import { HolderList, useHolders } from './HoldersCard.tsx'

const SHOWN = 50

/** The holders over time, and the largest of today. */
export function HoldersTab({ token, version }: { token: TokenDetail; version: number }) {
  const page = useHolders(token, version)
  return (
    <>
      <HolderChart token={token} />
      {page ? (
        <HolderList token={token} page={page} max={SHOWN} />
      ) : (
        <p className="pad faint text-small">Reading holders</p>
      )}
    </>
  )
}
