import { useCallback, useRef, useState } from 'react'
import { COLUMNS, type Column, columnUrl, type Filters, isNarrowed } from '#site/launchFilters.ts'
import type { Progress, Token, TokenPage } from '../../api/launchpad.ts'
import { type Resource, useResource } from '../../api/useResource.ts'
import type { StreamEvent } from '../../live/eventStream.ts'

const REREAD_MS = 1_500
const KEPT = 200
const FRESH_MS = 1_600

type Columns = {
  of: Record<Column, Resource<TokenPage>>
  /** Addresses of rows that have just changed. */
  fresh: ReadonlySet<string>
  apply(events: StreamEvent[]): void
}

/** The three lists, moved by live events; what events cannot place is read again a little later. */
export function useColumns(filters: Filters, onChange: () => void): Columns {
  const of = {
    new: useResource<TokenPage>(columnUrl('new', filters)),
    near: useResource<TokenPage>(columnUrl('near', filters)),
    graduated: useResource<TokenPage>(columnUrl('graduated', filters)),
  }
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ of, filters, onChange })
  latest.current = { of, filters, onChange }
  const apply = useCallback((events: StreamEvent[]) => {
    const { of: columns, filters: now } = latest.current
    const isPlain = !isNarrowed(now) && now.sorts.new === 'newest'
    const created = events.flatMap(({ kind, data }) => (kind === 'token' ? [data as Token] : []))
    const moved = new Map(
      events.flatMap(({ kind, data }) => (kind === 'progress' ? [[(data as Progress).address, data as Progress]] : [])),
    )
    for (const column of COLUMNS)
      columns[column].update((page) => ({ ...page, tokens: page.tokens.map((token) => advance(token, moved)) }))
    if (isPlain && created.length > 0)
      columns.new.update((page) =>
        prepend(
          page,
          created.map((token) => advance(token, moved)),
        ),
      )
    setFresh(new Set([...moved.keys(), ...created.map(({ address }) => address)]))
    setTimeout(() => setFresh(new Set()), FRESH_MS)
    // The order of the other columns, and totals, are the server's to say.
    later.current ??= setTimeout(() => {
      later.current = undefined
      for (const column of COLUMNS) latest.current.of[column].reload()
      latest.current.onChange()
    }, REREAD_MS)
  }, [])
  return { of, fresh, apply }
}

function advance(token: Token, moved: ReadonlyMap<string, Progress>): Token {
  const progress = moved.get(token.address)
  return progress ? { ...token, ...progress } : token
}

function prepend(page: TokenPage, created: Token[]): TokenPage {
  const added = created.filter(({ address }) => !page.tokens.some((token) => token.address === address)).reverse()
  return { ...page, total: page.total + added.length, tokens: [...added, ...page.tokens].slice(0, KEPT) }
}
