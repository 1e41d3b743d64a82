import { useCallback, useEffect, useRef, useState } from 'react'
import { session } from '../session/session.ts'
import { useStore } from '../store.ts'
import { buildLp } from './buildLp.ts'
import type { Built, LpRequest, SignedPermit } from './LpRequest.ts'

/** How long figures are good for; then they are asked for again. */
export const FRESH_MS = 30_000
const SETTLE_MS = 350

export type BuiltState = {
  /** For the request as it is; undefined while a changed one is being built. */
  built: Built | undefined
  problem: string | undefined
  at: number
  isLoading: boolean
  refresh(permit?: SignedPermit): Promise<Built | undefined>
}

type State = { key: string; built?: Built; problem?: string; at: number; isLoading: boolean }
const NOTHING: State = { key: '', at: 0, isLoading: false }

/** Builds a request a moment after it changed, and again whenever its figures are too old; nothing before the sign-in. */
export function useBuilt(
  request: LpRequest | undefined,
  permit: SignedPermit | undefined,
  isHeld: boolean,
): BuiltState {
  const isIn = useStore(session).status === 'in'
  const [state, setState] = useState<State>(NOTHING)
  const running = useRef<AbortController>(undefined)
  const key = request ? JSON.stringify(request) : ''
  const signed = useRef(permit)
  signed.current = permit
  const refresh = useCallback(
    async (given?: SignedPermit) => {
      if (key === '') return undefined
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setState((before) => ({ ...(before.key === key ? before : { ...NOTHING, key }), isLoading: true }))
      try {
        const built = await buildLp(JSON.parse(key), given ?? signed.current, controller.signal)
        setState({ key, built, at: Date.now(), isLoading: false })
        return built
      } catch (error) {
        if (controller.signal.aborted) return undefined
        setState({ key, problem: (error as Error).message, at: Date.now(), isLoading: false })
        return undefined
      }
    },
    [key],
  )
  useEffect(() => {
    if (!isIn || key === '' || isHeld) return
    const first = setTimeout(() => void refresh(), SETTLE_MS)
    const again = setInterval(() => {
      if (!document.hidden) void refresh()
    }, FRESH_MS)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [isIn, key, isHeld, refresh])
  useEffect(() => () => running.current?.abort(), [])
  const isCurrent = state.key === key
  return {
    built: isCurrent ? state.built : undefined,
    problem: isCurrent ? state.problem : undefined,
    at: state.at,
    isLoading: isIn && key !== '' && (!isCurrent || state.isLoading),
    refresh,
  }
}
