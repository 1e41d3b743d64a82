import { useCallback, useEffect, useRef, useState } from 'react'
import { type RequestFailure, request } from './request.ts'
import { takeFirst } from './siteData.ts'

export type Resource<Answer> = {
  url: string | undefined
  data: Answer | undefined
  failure: RequestFailure | undefined
  /** When `data` was read. */
  readAt: number
  isLoading: boolean
  reload(): void
  /** Reads more or less than the URL says, and puts it together with what is shown. */
  refresh(how: { as: string; merge: Merge<Answer> }): void
  /** Changes what is shown, as live events tell. */
  update(change: (data: Answer) => Answer): void
}

type Merge<Answer> = (read: Answer, before: Answer | undefined) => Answer

type State<Answer> = {
  url: string | undefined
  data: Answer | undefined
  failure: RequestFailure | undefined
  readAt: number
  isLoading: boolean
}

type Read = <Answer>(url: string, options: { signal: AbortSignal }) => Promise<Answer>
/** How to read, and who reads: with another reader the same URL is read again. */
type Reader = { read?: Read; reader?: string | undefined }

/** What a URL answers, read again when it changes or on demand; old data stays until there is new. */
export function useResource<Answer>(
  url: string | undefined,
  { read: call = request, reader }: Reader = {},
): Resource<Answer> {
  const [state, setState] = useState(() => initial<Answer>(url))
  const running = useRef<AbortController>(undefined)
  const readBy = useRef<string>(undefined)
  const read = useCallback(
    (from: string, as: string = from, merge: Merge<Answer> = (data) => data) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setState((before) => ({ ...before, url: from, isLoading: true }))
      call<Answer>(as, { signal: controller.signal }).then(
        (data) => setState((before) => ({ ...known(from), data: merge(data, before.data) })),
        (failure: RequestFailure) => {
          if (!controller.signal.aborted) setState((before) => ({ ...before, failure, isLoading: false }))
        },
      )
    },
    [call],
  )
  const isKnown = state.url === url && readBy.current === reader && (state.data !== undefined || state.isLoading)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another URL or reader is read by itself
  useEffect(() => {
    readBy.current = reader
    if (url !== undefined && !isKnown) read(url)
  }, [url, reader])
  useEffect(() => () => running.current?.abort(), [])
  const reload = useCallback(() => {
    if (url !== undefined) read(url)
  }, [url, read])
  const refresh = useCallback(
    ({ as, merge }: { as: string; merge: Merge<Answer> }) => {
      if (url !== undefined) read(url, as, merge)
    },
    [url, read],
  )
  const update = useCallback((change: (data: Answer) => Answer) => {
    setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }))
  }, [])
  return { ...state, reload, refresh, update }
}

function initial<Answer>(url: string | undefined): State<Answer> {
  const data = url === undefined ? undefined : takeFirst<Answer>(url)
  return { ...known(url), data }
}

function known(url: string | undefined): Omit<State<never>, 'data'> {
  return { url, failure: undefined, readAt: Date.now(), isLoading: false }
}
