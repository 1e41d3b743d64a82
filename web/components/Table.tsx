import type { ReactNode } from 'react'

/** The title of a column, the class of its head, and a hint shown on hover. */
type Column = string | readonly [title: string, className: string, hint?: string]
type Props = { columns: readonly Column[]; hasActions?: boolean; label?: string; children: ReactNode }

/** A table that scrolls inside its card; `hasActions` adds a last column for buttons. A `label` lets the keyboard scroll it. */
export function Table({ columns, hasActions = false, label, children }: Props) {
  const focus = label === undefined ? {} : { role: 'region', tabIndex: 0, 'aria-label': label }
  return (
    <div className="scroll-x" {...focus}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column, index) => {
              const [title, className, hint] = typeof column === 'string' ? [column] : column
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order, and a symbol may repeat a title
                <th key={index} scope="col" className={className} title={hint}>
                  {title}
                </th>
              )
            })}
            {hasActions && (
              <th scope="col" className="numeric">
                <span className="screen-reader">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
