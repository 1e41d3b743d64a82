import type { ReactNode } from 'react'

type Option<Value extends string> = { value: Value; label: ReactNode; tone?: string }
type Props<Value extends string> = {
  label: string
  value: Value | undefined
  options: readonly Option<NoInfer<Value>>[]
  onChange(value: NoInfer<Value>): void
  size?: 'small' | 'medium'
  /** `side` for the large Buy and Sell pair. */
  look?: 'plain' | 'full' | 'side'
}

/** One mode of a few; the chosen one is raised. */
export function Segments<Value extends string>(props: Props<Value>) {
  const { label, value, options, onChange, size = 'medium', look = 'plain' } = props
  const name = ['segments', size === 'small' && 'small', look !== 'plain' && 'full', look === 'side' && 'side']
  return (
    <fieldset className={name.filter(Boolean).join(' ')} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={option.tone}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
