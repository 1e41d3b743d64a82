import { useCallback, useEffect, useRef, useState } from 'react'
import { COLUMNS, type Column, columnUrl, type Filters, isNarrowed } from '#site/launchFilters.ts'
import { type Progress, paths, type Stats, type Token, type TokenPage } from '../../api/launchpad.ts'
import { urlOfShown } from '../../api/longLists.ts'
import { request } from '../../api/request.ts'
import { type Resource, useResource } from '../../api/useQuery.ts'
import type { StreamEvent } from '../../live/eventStream.ts'
import { readAnew, withCreated } from './tokenPages.ts'

const REREAD_MS = 1_500
const FRESH_MS = 1_600

type Columns = {
  of: Record<Column, Resource<TokenPage>>
  /** Addresses of rows that have just changed. */
  fresh: ReadonlySet<string>
  apply(events: StreamEvent[]): void
}

type Options = {
  filters: Filters
  /** The lists do not move while the pointer is over them or they are paused. */
  isHeld: boolean
  stats: Resource<Stats>
}

/** The three lists, moved by live events; what events cannot place is read again a little later. */
export function useColumns({ filters, isHeld, stats }: Options): Columns {
  const of = {
    new: useResource<TokenPage>(columnUrl('new', filters)),
    near: useResource<TokenPage>(columnUrl('near', filters)),
    graduated: useResource<TokenPage>(columnUrl('graduated', filters)),
  }
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDue = useRef(false)
  const latest = useRef({ of, filters, isHeld, stats })
  latest.current = { of, filters, isHeld, stats }
  // Only the server knows the order of the other columns, and the totals.
  const reread = useCallback(() => {
    const { of: columns, stats: figures } = latest.current
    isDue.current = false
    figures.reload()
    for (const { url = '', data, read } of COLUMNS.map((column) => columns[column]))
      void read({
        read: (signal) => request<TokenPage>(urlOfShown(url, data?.tokens.length ?? 0), { signal }),
        merge(page, before) {
          if (!before) return page
          if (!latest.current.isHeld) return readAnew(page, before)
          isDue.current = true
          return before
        },
      })
  }, [])
  /** The events between the rendering of the page and the start of its stream. */
  const lookBack = useCallback(async () => {
    const { data: drawn } = latest.current.stats
    const now = await request<Stats>(paths.stats).catch(() => undefined)
    if (now && (now.tokens !== drawn?.tokens || now.trades !== drawn.trades)) reread()
  }, [reread])
  useEffect(() => {
    if (!isHeld && isDue.current) reread()
  }, [isHeld, reread])
  const apply = useCallback(
    (events: StreamEvent[]) => {
      if (events.some(({ kind }) => kind === 'ready')) void lookBack()
      const news = events.filter(({ kind }) => kind !== 'ready')
      if (news.length === 0) return
      const { of: columns, filters: now } = latest.current
      const touched = move(columns, news, !isNarrowed(now) && now.sorts.new === 'newest')
      setFresh(touched)
      setTimeout(() => setFresh(new Set()), FRESH_MS)
      later.current ??= setTimeout(() => {
        later.current = undefined
        if (latest.current.isHeld) isDue.current = true
        else reread()
      }, REREAD_MS)
    },
    [lookBack, reread],
  )
  return { of, fresh, apply }
}

/** Applies events to the lists, new launches in order of time; returns the tokens concerned. */
function move(columns: Columns['of'], events: StreamEvent[], isByTime: boolean): Set<string> {
  const created = events.flatMap(({ kind, data }) => (kind === 'token' ? [data as Token] : []))
  const moved = new Map(
    events.flatMap(({ kind, data }) => (kind === 'progress' ? [[(data as Progress).address, data as Progress]] : [])),
  )
  for (const column of COLUMNS)
    columns[column].update((page) => ({ ...page, tokens: page.tokens.map((token) => advance(token, moved)) }))
  if (isByTime && created.length > 0) {
    const now = created.map((token) => advance(token, moved))
    columns.new.update((page) => withCreated(page, now))
  }
  return new Set([...moved.keys(), ...created.map(({ address }) => address)])
}

function advance(token: Token, moved: ReadonlyMap<string, Progress>): Token {
  const progress = moved.get(token.address)
  return progress ? { ...token, ...progress } : token
}
