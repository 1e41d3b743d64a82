import { useCallback, useEffect, useRef, useState } from 'react'
import { type Position, type PositionPage, poolPaths } from '../../api/pools.ts'
import { type RequestFailure, request } from '../../api/request.ts'

/** Pages that are read without asking; an empty page is no end. */
const PAGES_AT_ONCE = 4
/** A mined transaction is seen by every node a moment later. */
const SETTLED_MS = 400

type State = {
  of: string
  positions: Position[] | undefined
  incomplete: PositionPage['incomplete']
  next: string | undefined
  failure: RequestFailure | undefined
  isLoading: boolean
}
export type Positions = Omit<State, 'of'> & { reload(): void; more(): void }

const NOTHING = { positions: undefined, incomplete: [], next: undefined, failure: undefined, isLoading: false }

/** The positions of an owner on a chain, read again when something of ours was mined; old ones stay meanwhile. */
export function usePositions(owner: string | undefined, chainId: number): Positions {
  const of = owner === undefined ? '' : `${owner} ${chainId}`
  const [state, setState] = useState<State>({ of, ...NOTHING })
  const running = useRef<AbortController>(undefined)
  const read = useCallback(
    async (from?: State) => {
      if (owner === undefined) return
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      setState((before) => ({ ...(before.of === of ? before : { of, ...NOTHING }), isLoading: true }))
      try {
        const { positions, incomplete, next } = await readPages({ owner, chainId }, { from: from?.next, signal })
        const all = [...(from?.positions ?? []), ...positions]
        setState({ of, positions: all, incomplete, next, failure: undefined, isLoading: false })
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
  const current = state.of === of ? state : { of, ...NOTHING, isLoading: owner !== undefined }
  return { ...current, reload: () => void read(), more: () => void read(state) }
}

async function readPages(
  query: { owner: string; chainId: number },
  { from, signal }: { from: string | undefined; signal: AbortSignal },
) {
  const positions: Position[] = []
  const incomplete: PositionPage['incomplete'] = []
  let cursor = from
  for (let page = 0; page < PAGES_AT_ONCE; page++) {
    const answer = await request<PositionPage>(poolPaths.positions({ ...query, cursor }), { signal })
    positions.push(...answer.positions)
    incomplete.push(...answer.incomplete.filter(({ reason }) => !incomplete.some((known) => known.reason === reason)))
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return { positions, incomplete, next: cursor }
}
