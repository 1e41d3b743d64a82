import { useCallback, useEffect, useRef, useState } from 'react'
import { minedCount } from './mined.ts'
import { type RequestFailure, request } from './request.ts'
import { firstAnswer, forgetAnswer } from './siteData.ts'

/** A mined transaction reaches every node, and then the index, a moment later. */
const MINED_MS = [400, 3_000]

type State<Answer> = {
  /** The key that was last read, or is being read. */
  key: string | undefined
  /** The key that `data` belongs to. */
  dataKey: string | undefined
  /** The last answer; it stays while the next one is awaited. */
  data: Answer | undefined
  failure: RequestFailure | undefined
  /** When `data` was read. */
  readAt: number
  isLoading: boolean
}

type Merge<Answer> = (read: Answer, before: Answer | undefined) => Answer
type Reading<Answer> = { read?: Read<Answer>; merge?: Merge<Answer> }
type Read<Answer> = (signal: AbortSignal) => Promise<Answer>

export type Query<Answer> = State<Answer> & {
  /** Reads again; `how` can replace the read or the merge. Undefined when it fails or a later read replaces it. */
  read(how?: Reading<Answer>): Promise<Answer | undefined>
  /** The same, for buttons and timers. */
  reload(): void
  /** Changes what is shown without reading, as live events do. */
  update(change: (data: Answer) => Answer): void
}

type Options<Answer> = {
  /** Known without a read. */
  first?: Answer | undefined
  /** Reads again at this interval while the page is visible, and when it becomes visible. */
  pollMs?: number
  /** Reads again this long after a failure, and when the browser is back online. */
  retryMs?: number
  /** Waits this long after the key has changed. */
  settleMs?: number
  /** Pauses automatic reads. */
  isPaused?: boolean
  /** Reads again after a transaction of this page is mined. */
  followsMined?: boolean
  /** Applied to every answer that is read by itself. */
  merge?: Merge<Answer>
}

/** Reads when the key changes; the latest read wins. */
export function useQuery<Answer>(
  key: string | undefined,
  read: Read<Answer>,
  options: Options<Answer> = {},
): Query<Answer> {
  const { first, isPaused = false, settleMs } = options
  const [state, setState] = useState<State<Answer>>(() => startWith(key, first))
  const running = useRef<AbortController>(undefined)
  const latest = useRef({ read, merge: options.merge, state })
  latest.current = { read, merge: options.merge, state }
  const readAgain = useCallback(
    async (how: Reading<Answer> = {}): Promise<Answer | undefined> => {
      if (key === undefined) return undefined
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const { read: readNow = latest.current.read, merge = latest.current.merge } = how
      setState((before) => ({ ...before, key, isLoading: true }))
      try {
        const answer = await readNow(controller.signal)
        if (controller.signal.aborted) return undefined
        setState((before) => ({
          ...startWith(key, merge ? merge(answer, before.dataKey === key ? before.data : undefined) : answer),
        }))
        return answer
      } catch (failure) {
        if (!controller.signal.aborted)
          setState((before) => ({ ...before, failure: failure as RequestFailure, isLoading: false }))
        return undefined
      }
    },
    [key],
  )
  const reload = useCallback(() => void readAgain(), [readAgain])
  useEffect(() => {
    const isKnown = latest.current.state.dataKey === key && latest.current.state.data !== undefined
    if (key === undefined || isPaused || isKnown) return
    if (settleMs === undefined) return reload()
    const timer = setTimeout(reload, settleMs)
    return () => clearTimeout(timer)
  }, [key, isPaused, settleMs, reload])
  useEffect(() => () => running.current?.abort(), [])
  useRepeats(reload, options)
  useRetries(reload, state.failure === undefined ? undefined : options.retryMs)
  const update = useCallback((change: (data: Answer) => Answer) => {
    setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }))
  }, [])
  return { ...state, read: readAgain, reload, update }
}

function useRepeats<Answer>(reload: () => void, options: Options<Answer>): void {
  const { pollMs, isPaused = false, followsMined = false } = options
  useEffect(() => {
    if (pollMs === undefined || isPaused) return
    const again = () => {
      if (!document.hidden) reload()
    }
    const timer = setInterval(again, pollMs)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [reload, pollMs, isPaused])
  useEffect(() => {
    if (!followsMined || isPaused) return
    return minedCount.subscribe(() => MINED_MS.map((ms) => setTimeout(reload, ms)))
  }, [reload, followsMined, isPaused])
}

function useRetries(reload: () => void, retryMs: number | undefined): void {
  useEffect(() => {
    if (retryMs === undefined) return
    const timer = setInterval(reload, retryMs)
    window.addEventListener('online', reload)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', reload)
    }
  }, [reload, retryMs])
}

function startWith<Answer>(key: string | undefined, data: Answer | undefined): State<Answer> {
  return {
    key,
    dataKey: data === undefined ? undefined : key,
    data,
    failure: undefined,
    readAt: Date.now(),
    isLoading: false,
  }
}

type ReadUrl = <Answer>(url: string, options: { signal: AbortSignal }) => Promise<Answer>
/** `reader` is the account that reads: another one gets another answer from the same URL. */
type UrlOptions<Answer> = Omit<Options<Answer>, 'first'> & { read?: ReadUrl; reader?: string | undefined }

export type Resource<Answer> = Query<Answer> & { url: string | undefined }

/** An answer that came with the page. It is kept until the page is drawn, because a drawing that is interrupted begins again. */
export function useFirst<Answer>(url: string | undefined): Answer | undefined {
  const [first] = useState(() => (url === undefined ? undefined : firstAnswer<Answer>(url)))
  useEffect(() => {
    if (url !== undefined) forgetAnswer(url)
  }, [url])
  return first
}

/** Reads a URL; the first answer may come with the page. */
export function useResource<Answer>(
  url: string | undefined,
  { read = request, reader, ...options }: UrlOptions<Answer> = {},
): Resource<Answer> {
  const first = useFirst<Answer>(url)
  const key = url === undefined || reader === undefined ? url : `${reader} ${url}`
  const query = useQuery<Answer>(key, (signal) => read(url ?? '', { signal }), { ...options, first })
  return { ...query, url }
}
