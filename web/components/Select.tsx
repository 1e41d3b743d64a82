import { Icon } from './Icon.tsx'

type Option = { value: string; label: string }
type Props = {
  label: string
  value: string
  options: readonly Option[]
  onChange(value: string): void
  /** `choice` has no "any" that clears it; `ghost` has neither that nor a border. */
  look?: 'filter' | 'choice' | 'ghost'
}

/** A filter with its name and value; blue with a cross while it narrows the list. The first option is "any". */
export function Select({ label, value, options, onChange, look = 'filter' }: Props) {
  const first = options[0]?.value ?? ''
  const chosen = options.find((option) => option.value === value) ?? options[0]
  const isOn = look === 'filter' && chosen !== undefined && chosen.value !== first
  return (
    <span className={['select', isOn && 'on', look === 'ghost' && 'ghost'].filter(Boolean).join(' ')}>
      {look !== 'ghost' && (
        <span className="key" aria-hidden="true">
          {label}
        </span>
      )}
      <span aria-hidden="true">{chosen?.label}</span>
      <select aria-label={label} value={chosen?.value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {isOn ? (
        <button type="button" aria-label={`Clear ${label}`} onClick={() => onChange(first)}>
          <Icon name="x" size="small" />
        </button>
      ) : (
        <Icon name="chevron-down" size="small" />
      )}
    </span>
  )
}
