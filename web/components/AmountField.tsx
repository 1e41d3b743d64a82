import type { ReactNode } from 'react'
import { LinkButton } from './Button.tsx'

type Props = {
  label: string
  value: string
  onChange(value: string): void
  unit: ReactNode
  /** What this amount is, below at the left. */
  what: ReactNode
  balance?: string | undefined
  onMax?: (() => void) | undefined
  error?: string | undefined
}

/** A large figure to type, its unit, and what there is of it. */
export function AmountField({ label, value, onChange, unit, what, balance, onMax, error }: Props) {
  return (
    <div className="amount">
      <div className="line">
        <input
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={value}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className="unitbox">{unit}</span>
      </div>
      <div className="sub">
        {error === undefined ? (
          <span>{what}</span>
        ) : (
          <span className="down" role="alert">
            {error}
          </span>
        )}
        {balance !== undefined && (
          <span>
            Balance {balance} {onMax && <LinkButton onClick={onMax}>Max</LinkButton>}
          </span>
        )}
      </div>
    </div>
  )
}
