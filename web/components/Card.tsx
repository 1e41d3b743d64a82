import type { ReactNode } from 'react'

type Props = {
  title?: string
  /** Small text right after the title. */
  note?: ReactNode
  /** At the right end of the heading: small text or controls. */
  aside?: ReactNode
  children: ReactNode
  isPadded?: boolean
  label?: string
  className?: string
}

/** A surface with a thin rule around it. */
export function Card({ title, note, aside, children, isPadded = true, label, className }: Props) {
  return (
    <section className={className === undefined ? 'card' : `card ${className}`} aria-label={label ?? title}>
      {title !== undefined && (
        <div className="header">
          <h2>{title}</h2>
          {note !== undefined && <span className="faint text-small">{note}</span>}
          <span className="grow" />
          {aside !== undefined && <span className="row faint text-small">{aside}</span>}
        </div>
      )}
      {isPadded ? <div className="body stack">{children}</div> : children}
    </section>
  )
}
