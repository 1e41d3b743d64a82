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

/** What a URL answers, read again when it changes or on demand; old data stays until there is new. */
export function useResource<Answer>(url: string | undefined): Resource<Answer> {
  const [state, setState] = useState(() => initial<Answer>(url))
  const running = useRef<AbortController>(undefined)
  const read = useCallback((from: string) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState((before) => ({ ...before, url: from, isLoading: true }))
    request<Answer>(from, { signal: controller.signal }).then(
      (data) => setState({ url: from, data, failure: undefined, readAt: Date.now(), isLoading: false }),
      (failure: RequestFailure) => {
        if (!controller.signal.aborted) setState((before) => ({ ...before, failure, isLoading: false }))
      },
    )
  }, [])
  const isKnown = state.url === url && (state.data !== undefined || state.isLoading)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another URL is read by itself
  useEffect(() => {
    if (url !== undefined && !isKnown) read(url)
  }, [url])
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
