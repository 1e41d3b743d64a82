import { lazy, Suspense, useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Button } from '../../components/Button.tsx'

const HistorySheet = lazy(async () => ({ default: (await import('./HistorySheet.tsx')).HistorySheet }))

/** Opens the deposits, withdrawals and fees of a position; anybody may view any position. */
export function HistoryButton({ position }: { position: Position }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size="small" icon="history" onClick={() => setOpen(true)}>
        History
      </Button>
      {isOpen && (
        <Suspense>
          <HistorySheet position={position} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
