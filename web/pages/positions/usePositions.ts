import { useRef } from 'react'
import { type Position, type PositionPage, poolPaths } from '../../api/liquidity.ts'
import { type RequestFailure, request } from '../../api/request.ts'
import { type Query, useFirst, useQuery } from '../../api/useQuery.ts'

/** Pages that are read at once; an empty page is not the end. */
const PAGES_AT_ONCE = 4
const POLL_MS = 20_000

type PositionsState = {
  positions: Position[]
  incomplete: PositionPage['incomplete']
  next: string | undefined
  /** The number of pages that were read. */
  pages: number
}
export type Positions = {
  positions: Position[] | undefined
  incomplete: PositionPage['incomplete']
  next: string | undefined
  failure: RequestFailure | undefined
  isLoading: boolean
  reload(): void
  more(): void
}

/** The positions of an owner on a chain; read again now and then, because others move their prices. */
export function usePositions(owner: string | undefined, chainId: number): Positions {
  const key = owner === undefined ? undefined : `${owner} ${chainId}`
  const pages = useRef(0)
  const page = useFirst<PositionPage>(owner === undefined ? undefined : poolPaths.positions({ owner, chainId }))
  const query: Query<PositionsState> = useQuery<PositionsState>(
    key,
    (signal) =>
      readPages({ owner: owner ?? '', chainId }, { pagesMax: Math.max(PAGES_AT_ONCE, pages.current), signal }),
    { pollMs: POLL_MS, followsMined: true, first: page && firstState(page) },
  )
  const found = query.dataKey === key ? query.data : undefined
  pages.current = found?.pages ?? 0
  function more(): void {
    void query.read({
      read: (signal) =>
        readPages({ owner: owner ?? '', chainId }, { from: found?.next, pagesMax: PAGES_AT_ONCE, signal }),
      merge: (added, before) => ({
        ...added,
        positions: [...(before?.positions ?? []), ...added.positions],
        pages: (before?.pages ?? 0) + added.pages,
      }),
    })
  }
  return {
    positions: found?.positions,
    incomplete: found?.incomplete ?? [],
    next: found?.next,
    failure: query.failure,
    isLoading: key !== undefined && (query.isLoading || (found === undefined && query.failure === undefined)),
    reload: query.reload,
    more,
  }
}

/** The answer that came with the page, if it is the whole list. */
function firstState(page: PositionPage): PositionsState | undefined {
  const { incomplete, nextCursor: next } = page
  return next === undefined ? { positions: withChain(page), incomplete, next, pages: 1 } : undefined
}

function withChain({ positions, chainId }: PositionPage): Position[] {
  return positions.map((position) => ({ ...position, chainId }))
}

async function readPages(
  query: { owner: string; chainId: number },
  { from, pagesMax, signal }: { from?: string | undefined; pagesMax: number; signal: AbortSignal },
): Promise<PositionsState> {
  const positions: Position[] = []
  const incomplete: PositionPage['incomplete'] = []
  let cursor = from
  let pages = 0
  do {
    const answer = await request<PositionPage>(poolPaths.positions({ ...query, cursor }), { signal })
    positions.push(...withChain(answer))
    incomplete.push(...answer.incomplete.filter(({ reason }) => !incomplete.some((known) => known.reason === reason)))
    cursor = answer.nextCursor
    pages++
  } while (cursor !== undefined && pages < pagesMax)
  return { positions, incomplete, next: cursor, pages }
}
