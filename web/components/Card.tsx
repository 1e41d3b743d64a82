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
        <div className="hd">
          <h2>{title}</h2>
          {note !== undefined && <span className="faint s12">{note}</span>}
          <span className="grow" />
          {aside !== undefined && <span className="row faint s12">{aside}</span>}
        </div>
      )}
      {isPadded ? <div className="bd stack">{children}</div> : children}
    </section>
  )
}
