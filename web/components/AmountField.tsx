import type { ReactNode } from 'react'
import { exact, readAmount } from '#site/format.ts'
import { LinkButton } from './Button.tsx'

type Props = {
  label: string
  text: string
  onChange(text: string): void
  unit: { symbol: string; decimals: number; mark: ReactNode }
  /** Below the amount at the left, such as "You pay". */
  purpose: ReactNode
  balance?: string | undefined
  onMax?: (() => void) | undefined
  /** Shown when the text itself is a valid amount. */
  error?: string | undefined
  isFollowing?: boolean
  isDisabled?: boolean
}

/** Texts that mean another amount in another country, such as 0,5 and 1.000. */
const COMMA_OR_GROUP = /,|^[1-9]\d{0,2}\.\d{3}$/

/** A large figure to type, its unit, and the balance to spend from. Says how it reads a comma, and a point that may group digits. */
export function AmountField(props: Props) {
  const { label, text, onChange, unit, purpose, balance, onMax, isFollowing = false, isDisabled = false } = props
  const typed = readAmount(text, unit.decimals)
  const error = isDisabled ? undefined : (typed.problem ?? props.error)
  const shown = isFollowing ? atSixPlaces(text) : text
  return (
    <div className={isFollowing || isDisabled ? 'amount out' : 'amount'}>
      <div className="line">
        <input
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={isDisabled ? '0' : shown}
          title={shown === text ? undefined : text}
          disabled={isDisabled}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className="unit-box">
          {unit.mark}
          <bdi>{unit.symbol}</bdi>
        </span>
      </div>
      <div className="sub">
        {error === undefined ? (
          <span>
            {purpose}
            {COMMA_OR_GROUP.test(text) && typed.value !== undefined && (
              <b>
                {' '}
                = {exact(typed.value, unit.decimals)} {unit.symbol}
              </b>
            )}
          </span>
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

/** A calculated amount can have up to 18 decimals, more than a field has room for. */
function atSixPlaces(text: string): string {
  return text.replace(/^([^.]*[1-9][^.]*\.\d{6})\d+$/, '$1')
}
