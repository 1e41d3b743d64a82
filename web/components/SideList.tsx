import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type Item = { id: string; href: string; isCurrent: boolean; name: string; note: ReactNode; mark?: ReactNode }
type Props = { title: string; href: string; newHref: string; items: readonly Item[] | undefined; children: ReactNode }

/** The list at the left of a conversation, with the open one marked. */
export function SideList({ title, href, newHref, items, children }: Props) {
  return (
    <aside className="rooms" aria-label={title}>
      <div className="side-head">
        <h2>
          <a href={href}>{title}</a>
        </h2>
        <a className="button small" href={newHref}>
          <Icon name="plus" size="small" />
          New
        </a>
      </div>
      {children}
      <ul>
        {items?.map(({ id, href: to, isCurrent, name, note, mark }) => (
          <li key={id}>
            <a className="room-link" href={to} aria-current={isCurrent ? 'page' : undefined}>
              {mark}
              <span className="grow">
                <bdi className="clip name">{name}</bdi>
                <span className="text-small faint">{note}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
