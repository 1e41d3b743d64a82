import { useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import type { Change } from './Signing.ts'

const READABLE_MS = 700

/** Replaces another button, so a click that was meant for that button must not accept anything. */
export function AcceptButton({ busy, onAccept }: { busy: string | undefined; onAccept(): void }) {
  const [isReadable, setReadable] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setReadable, READABLE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Button kind="primary" size="large" isGrowing disabled={!isReadable} onClick={onAccept} busy={busy}>
      Accept the new figures
    </Button>
  )
}

/** The figures that got worse since the review. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <Callout grade="caution" isAlert title="The price moved since you reviewed this. Nothing was sent.">
      <ul>
        {changes.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Callout>
  )
}
