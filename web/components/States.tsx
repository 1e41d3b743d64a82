import type { ReactNode } from 'react'
import { Button, LinkButton } from './Button.tsx'
import { Callout } from './Callout.tsx'

type EmptyProps = { title: string; children?: ReactNode; action?: { label: string; run(): void } | undefined }

/** Nothing to show: says why, and the way on. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <b>{title}</b>
      {children !== undefined && <span>{children}</span>}
      {action && (
        <Button size="small" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  )
}

type FailureProps = { title: string; children: ReactNode; retry?: (() => void) | undefined; retryLabel?: string }

/** Something could not be read: what happened, and a way to try again. */
export function Failure({ title, children, retry, retryLabel = 'Try again' }: FailureProps) {
  return (
    <Callout grade="danger" icon="plug-zap" isAlert>
      <p>
        <b>{title}</b> {children}
      </p>
      {retry && (
        <p>
          <LinkButton onClick={retry}>{retryLabel}</LinkButton>
        </p>
      )}
    </Callout>
  )
}

/** Rows that keep the place of what is being read. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  const keys = Array.from({ length: rows }, (_, index) => `row ${index}`)
  return (
    <div className="skeleton-rows" role="status" aria-label={label}>
      {keys.map((key) => (
        <div key={key} className="row skeleton-row" aria-hidden="true">
          <span className="skeleton avatar" />
          <span className="grow stack small">
            <span className="skeleton" />
            <span className="skeleton half" />
          </span>
        </div>
      ))}
    </div>
  )
}
