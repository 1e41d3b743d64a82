import type { IconName } from '#site/icons.ts'

type Props = { name: IconName; size?: 'tiny' | 'small' | 'large'; tone?: 'up' | 'down' | 'faint' | 'warn' }

/** A drawing from the sprite that the server puts into every page. */
export function Icon({ name, size, tone }: Props) {
  return (
    <svg className={['icon', size, tone].filter(Boolean).join(' ')} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
