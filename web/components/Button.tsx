import type { ButtonHTMLAttributes, ReactNode } from 'react'
import type { IconName } from '#site/icons.ts'
import { Icon } from './Icon.tsx'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  kind?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'buy' | 'sell'
  size?: 'small' | 'medium' | 'large'
  icon?: IconName | undefined
  isWide?: boolean
  isGrowing?: boolean
  /** Says what is awaited; the button cannot be pressed meanwhile. */
  busy?: string | undefined
  children?: ReactNode
}

/** A button says what happens; with an icon and no words it needs an `aria-label`. */
export function Button({
  kind = 'secondary',
  size = 'medium',
  icon,
  isWide,
  isGrowing,
  busy,
  children,
  ...rest
}: Props) {
  const isIconOnly = icon !== undefined && children === undefined
  const name = [
    'button',
    kind !== 'secondary' && kind,
    size !== 'medium' && size,
    isWide && 'wide',
    isGrowing && 'grow',
    isIconOnly && 'icon-only',
  ]
  return (
    <button
      type="button"
      {...rest}
      className={name.filter(Boolean).join(' ')}
      aria-busy={busy !== undefined || undefined}
      onClick={busy === undefined ? rest.onClick : undefined}
    >
      {busy !== undefined ? (
        <span className="spinner" />
      ) : (
        icon && <Icon name={icon} {...(size === 'small' && { size: 'small' })} />
      )}
      {busy ?? children}
    </button>
  )
}

type LinkProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>

/** A small action inside a sentence or a row. */
export function LinkButton(props: LinkProps) {
  return <button type="button" {...props} className="link-button" />
}
