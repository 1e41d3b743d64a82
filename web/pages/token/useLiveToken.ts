import { useCallback, useEffect, useRef, useState } from 'react'
import { paths, type TokenDetail, type Trade, tokenUrl } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { type Query, useResource } from '../../api/useQuery.ts'
import type { StreamEvent, StreamState } from '../../live/eventStream.ts'
import { useEvents } from '../../live/useEvents.ts'
import type { LiveTrades } from './liveTrades.ts'

/** A launch that is newer than the index is asked for again until the index has it. */
const AGAIN_MS = 1_000
/** Figures that trades change besides the price, such as fees, are read again shortly after, once for many trades. */
const AFTER_TRADES_MS = 1_500

type LiveToken = { token: Query<TokenDetail>; liveTrades: LiveTrades; connection: StreamState }

/** A live launch: its current state, and new trades. */
export function useLiveToken(address: string, isPaused: boolean): LiveToken {
  const token = useResource<TokenDetail>(tokenUrl(address), { followsMined: true })
  const [liveTrades, setLiveTrades] = useState<LiveTrades>({ trades: [], version: 0 })
  const { data, update, reload } = token
  const readSoon = useReading(reload, data?.indexed ?? true)
  const publish = useCallback(
    (trades: Trade[]) => setLiveTrades(({ version }) => ({ trades, version: version + 1 })),
    [],
  )
  const lookBack = useLookBack(address, token, publish)
  const onEvents = useCallback(
    (events: StreamEvent[]) => {
      const has = (...kinds: string[]) => events.some(({ kind }) => kinds.includes(kind))
      const progress = events.findLast(({ kind }) => kind === 'progress')
      if (progress) update((known) => ({ ...known, ...(progress.data as Partial<TokenDetail>) }))
      const trades = events.flatMap(({ kind, data: trade }) => (kind === 'trade' ? [trade as Trade] : []))
      if (has('ready')) void lookBack()
      if (has('reset', 'reorg', 'graduation', 'metadata')) reload()
      if (trades.length > 0) readSoon()
      if (trades.length > 0 || has('reset', 'reorg')) publish(trades)
    },
    [update, reload, readSoon, lookBack, publish],
  )
  const url = data ? urlOf(paths.events, { address }) : undefined
  return { token, liveTrades, connection: useEvents({ url, isPaused, onEvents }) }
}

/** Reads the token again while the index does not have it yet, and shortly after it is asked to. */
function useReading(reload: () => void, isIndexed: boolean): () => void {
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (isIndexed) return
    const timer = setInterval(reload, AGAIN_MS)
    return () => clearInterval(timer)
  }, [isIndexed, reload])
  return useCallback(() => {
    later.current ??= setTimeout(() => {
      later.current = undefined
      reload()
    }, AFTER_TRADES_MS)
  }, [reload])
}

/** Reads the events between the rendering of the page and the start of its stream: an empty batch of liveTrades. */
function useLookBack(address: string, { data, update }: Query<TokenDetail>, publish: (trades: Trade[]) => void) {
  const drawn = useRef(data)
  drawn.current = data
  return useCallback(async () => {
    const now = await request<TokenDetail>(tokenUrl(address)).catch(() => undefined)
    if (!now || now.trades === drawn.current?.trades) return
    update(() => now)
    publish([])
  }, [address, update, publish])
}
