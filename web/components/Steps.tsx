import { Icon } from './Icon.tsx'

export type Step = { title: string; state: 'done' | 'now' | 'todo'; note: string; detail?: string | undefined }

/** Steps that are done, under way or to come. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, state, note, detail }, index) => (
        <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="step-number">
            {state === 'done' && <Icon name="check" size="small" />}
            {state === 'now' && <span className="spinner" />}
            {state === 'todo' && index + 1}
          </span>
          <span className="title">{title}</span>
          <span className="state">{note}</span>
          {detail !== undefined && <span className="detail">{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
