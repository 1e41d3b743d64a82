import type { ReactNode } from 'react'

type Props = { title?: string; aside?: ReactNode; children: ReactNode; isPadded?: boolean; label?: string }

/** A surface with a thin rule around it. */
export function Card({ title, aside, children, isPadded = true, label }: Props) {
  return (
    <section className="card" aria-label={label ?? title}>
      {title !== undefined && (
        <div className="hd">
          <h2>{title}</h2>
          <span className="grow" />
          {aside !== undefined && <span className="faint s12">{aside}</span>}
        </div>
      )}
      {isPadded ? <div className="bd stack">{children}</div> : children}
    </section>
  )
}
