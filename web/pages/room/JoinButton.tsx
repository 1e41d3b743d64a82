import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/Button.tsx'

const JoinSheet = lazy(async () => ({ default: (await import('./JoinSheet.tsx')).JoinSheet }))

type Props = { roomId: string; needsInvite: boolean; onJoined(): void }

export function JoinButton(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Join this room
      </Button>
      {isOpen && (
        <Suspense>
          <JoinSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
