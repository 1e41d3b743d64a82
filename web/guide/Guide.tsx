import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../components/Button.tsx'
import { GUIDES, type GuideName } from './guides.ts'

type Props = { name: GuideName; step: number; onStep(next: number | undefined): void }

/** One step of a guide, in the corner. The page stays usable, and the part that the step is about is outlined. */
export function Guide({ name, step, onStep }: Props) {
  const steps = GUIDES[name]
  const at = Math.min(Math.max(0, Math.floor(step)), steps.length - 1)
  const now = steps[at]
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => outline(now?.target ?? ''), [now])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read out when it appears
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at])
  const isLast = at === steps.length - 1
  return createPortal(
    <section
      className="card guide"
      aria-labelledby={id}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onStep(undefined)
      }}
    >
      <div className="body stack small">
        <p className="text-small faint">
          Step {at + 1} of {steps.length}
        </p>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {now?.title}
        </h2>
        <p className="muted">{now?.text}</p>
        <div className="row wrap">
          {at > 0 && <Button onClick={() => onStep(at - 1)}>Back</Button>}
          <Button kind="primary" onClick={() => onStep(isLast ? undefined : at + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
          <span className="grow" />
          {!isLast && (
            <Button kind="ghost" onClick={() => onStep(undefined)}>
              Skip the guide
            </Button>
          )}
        </div>
      </div>
    </section>,
    document.body,
  )
}

function outline(target: string): (() => void) | undefined {
  const element = document.querySelector<HTMLElement>(target)
  if (!element) return undefined
  element.dataset['guided'] = ''
  element.scrollIntoView({ block: 'center' })
  return () => {
    delete element.dataset['guided']
  }
}
