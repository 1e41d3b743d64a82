import { useCallback, useEffect, useRef, useState } from 'react'
import { type Position, type PositionPage, poolPaths } from '../../api/pools.ts'
import { type RequestFailure, request } from '../../api/request.ts'
import { useRefresh } from '../../components/useRefresh.ts'

/** Pages that are read without asking; an empty page is no end. */
const PAGES_AT_ONCE = 4
/** A mined transaction is seen by every node a moment later. */
const SETTLED_MS = 400

type State = {
  of: string
  positions: Position[] | undefined
  incomplete: PositionPage['incomplete']
  next: string | undefined
  /** How many pages are shown. */
  pages: number
  failure: RequestFailure | undefined
  isLoading: boolean
}
export type Positions = Omit<State, 'of' | 'pages'> & { reload(): void; more(): void }

const NOTHING = {
  positions: undefined,
  incomplete: [],
  next: undefined,
  pages: 0,
  failure: undefined,
  isLoading: false,
}

/**
 * The positions of an owner on a chain, read again when something of ours was mined and every now and then, since others
 * move their prices; old ones stay meanwhile.
 */
export function usePositions(owner: string | undefined, chainId: number): Positions {
  const of = owner === undefined ? '' : `${owner} ${chainId}`
  const [state, setState] = useState<State>({ of, ...NOTHING })
  const running = useRef<AbortController>(undefined)
  const shown = useRef(state)
  shown.current = state
  const read = useCallback(
    async (from?: State) => {
      if (owner === undefined) return
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      setState((before) => ({ ...(before.of === of ? before : { of, ...NOTHING }), isLoading: true }))
      try {
        const known = shown.current.of === of && from === undefined ? shown.current.pages : 0
        const stretch = { from: from?.next, pagesMax: Math.max(PAGES_AT_ONCE, known), signal }
        const found = await readPages({ owner, chainId }, stretch)
        const positions = [...(from?.positions ?? []), ...found.positions]
        const pages = (from?.pages ?? 0) + found.pages
        setState({ ...found, of, positions, pages, failure: undefined, isLoading: false })
      } catch (failure) {
        if (!signal.aborted) setState((before) => ({ ...before, failure: failure as RequestFailure, isLoading: false }))
      }
    },
    [owner, chainId, of],
  )
  useEffect(() => {
    void read()
    const again = () => setTimeout(() => void read(), SETTLED_MS)
    window.addEventListener('slipway:mined', again)
    return () => {
      running.current?.abort()
      window.removeEventListener('slipway:mined', again)
    }
  }, [read])
  useRefresh(
    useCallback(() => {
      if (!shown.current.isLoading) void read()
    }, [read]),
  )
  const current = state.of === of ? state : { of, ...NOTHING, isLoading: owner !== undefined }
  return { ...current, reload: () => void read(), more: () => void read(state) }
}

async function readPages(
  query: { owner: string; chainId: number },
  { from, pagesMax, signal }: { from: string | undefined; pagesMax: number; signal: AbortSignal },
) {
  const positions: Position[] = []
  const incomplete: PositionPage['incomplete'] = []
  let cursor = from
  let pages = 0
  do {
    const answer = await request<PositionPage>(poolPaths.positions({ ...query, cursor }), { signal })
    positions.push(...answer.positions)
    incomplete.push(...answer.incomplete.filter(({ reason }) => !incomplete.some((known) => known.reason === reason)))
    cursor = answer.nextCursor
    pages++
  } while (cursor !== undefined && pages < pagesMax)
  return { positions, incomplete, next: cursor, pages }
}
