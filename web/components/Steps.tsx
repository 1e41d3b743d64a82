import { Icon } from './Icon.tsx'

export type Step = { title: string; state: 'done' | 'now' | 'todo'; note: string; detail?: string | undefined }

/** Steps that are done, under way or to come. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, state, note, detail }, index) => (
        <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="n">
            {state === 'done' && <Icon name="check" size="s" />}
            {state === 'now' && <span className="spin" />}
            {state === 'todo' && index + 1}
          </span>
          <span className="t">{title}</span>
          <span className="st">{note}</span>
          {detail !== undefined && <span className="d">{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
