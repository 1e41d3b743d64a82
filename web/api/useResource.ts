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
  /** Changes what is shown, as live events tell. */
  update(change: (data: Answer) => Answer): void
}

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
    (from: string) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setState((before) => ({ ...before, url: from, isLoading: true }))
      call<Answer>(from, { signal: controller.signal }).then(
        (data) => setState({ url: from, data, failure: undefined, readAt: Date.now(), isLoading: false }),
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
  const update = useCallback((change: (data: Answer) => Answer) => {
    setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }))
  }, [])
  return { ...state, reload, update }
}

function initial<Answer>(url: string | undefined): State<Answer> {
  const data = url === undefined ? undefined : takeFirst<Answer>(url)
  return { url, data, failure: undefined, readAt: Date.now(), isLoading: false }
}
