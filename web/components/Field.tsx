import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import type { IconName } from '#site/icons.ts'
import { Icon } from './Icon.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value'> & {
  label: string
  value: string
  onChange(value: string): void
  /** Right of the label: a counter, or "optional". */
  aside?: string | undefined
  help?: ReactNode
  error?: string | undefined
  isCaution?: boolean
  suffix?: string
  icon?: IconName
  isLabelHidden?: boolean
}

/** A text field with its label above and its help or error below. */
export function Field(props: Props) {
  const { label, value, onChange, aside, help, error, isCaution, suffix, icon, isLabelHidden, ...rest } = props
  const id = useId()
  const below = `${id}-below`
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'screen-reader' : undefined}>
        <span>{label}</span>
        {aside !== undefined && <span className="label">{aside}</span>}
      </label>
      <div className={`input${error === undefined ? '' : ' bad'}`}>
        {icon && <Icon name={icon} />}
        <input
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined || help !== undefined ? below : undefined}
        />
        {suffix !== undefined && <span className="suffix">{suffix}</span>}
      </div>
      {error !== undefined && (
        <span className="error" id={below}>
          <Icon name="circle-alert" size="small" />
          {error}
        </span>
      )}
      {error === undefined && help !== undefined && (
        <span className={`help${isCaution ? ' warn' : ''}`} id={below}>
          {help}
        </span>
      )}
    </div>
  )
}
