import type { ReactNode } from 'react'
import type { IconName } from '#site/icons.ts'
import { Icon } from './Icon.tsx'

type Props = {
  tone?: 'accent' | 'ok' | 'warn' | 'bad' | 'untrusted' | 'line' | undefined
  icon?: IconName
  children: ReactNode
  title?: string
}

/** A small label: a role, a check or a warning. */
export function Chip({ tone, icon, children, title }: Props) {
  return (
    <span className={tone ? `chip ${tone}` : 'chip'} title={title}>
      {icon && <Icon name={icon} size="tiny" />}
      {children}
    </span>
  )
}
