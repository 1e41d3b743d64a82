import type { ReactNode } from 'react'
import type { IconName } from '#site/icons.ts'
import { Icon } from './Icon.tsx'

const ICON_OF = { note: 'info', caution: 'triangle-alert', danger: 'octagon-alert' } as const

type Props = { grade: keyof typeof ICON_OF; icon?: IconName; title?: string; children: ReactNode; isAlert?: boolean }

/** A warning by its grade: note (no action), caution (goes on with a click), danger (needs a deliberate step). */
export function Callout({ grade, icon, title, children, isAlert = false }: Props) {
  return (
    <div className={`callout ${grade}`} role={isAlert ? 'alert' : undefined}>
      <Icon name={icon ?? ICON_OF[grade]} />
      <div className="grow">
        {title !== undefined && <b>{title} </b>}
        {children}
      </div>
    </div>
  )
}
