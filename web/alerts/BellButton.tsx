import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../components/Icon.tsx'
import type { Subject } from './Choice.ts'

const BellSheet = lazy(async () => ({ default: (await import('./BellSheet.tsx')).BellSheet }))

type Props = { about: string; subject: Subject; words?: boolean }

/** A bell that opens the alerts that a person can set. */
export function BellButton({ about, subject, words = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  // Loaded after the page itself.
  useEffect(() => void import('./notifications.ts').then(({ followAlerts }) => followAlerts()), [])
  return (
    <>
      <button
        type="button"
        className="button ghost small"
        aria-label={`Alerts about ${about}`}
        title="Alert me when …"
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" size="small" />
        {words && <span className="hide-small">Alert</span>}
      </button>
      {isOpen && (
        <Suspense>
          <BellSheet about={about} subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
