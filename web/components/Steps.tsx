import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type Step = { title: string; state: 'done' | 'now' | 'todo'; note: ReactNode; detail?: string | undefined }

/** Steps that are done, under way or to come; a spinner marks the one that is being taken. */
export function Steps({ steps, isBusy = true }: { steps: readonly Step[]; isBusy?: boolean }) {
  return (
    <ol className="steps">
      {steps.map(({ title, state, note, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order, and two may have the same title
        <li key={index} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="step-number">
            {state === 'done' && <Icon name="check" size="small" />}
            {state === 'now' && isBusy && <span className="spinner" />}
            {(state === 'todo' || (state === 'now' && !isBusy)) && index + 1}
          </span>
          <span className="title">{title}</span>
          <span className="state">{note}</span>
          {detail !== undefined && <span className="detail">{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
