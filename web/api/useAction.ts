import { useCallback, useState } from 'react'

export type Action = {
  isBusy: boolean
  problem: string | undefined
  /** Runs the work unless it is running already; true when it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>
  clear(): void
}

/** Something a click starts: whether it is running, and why it failed. */
export function useAction(): Action {
  const [state, setState] = useState<{ isBusy: boolean; problem?: string }>({ isBusy: false })
  const run = useCallback(async (work: () => Promise<unknown>) => {
    setState({ isBusy: true })
    try {
      await work()
      setState({ isBusy: false })
      return true
    } catch (error) {
      setState({ isBusy: false, problem: error instanceof Error ? error.message : String(error) })
      return false
    }
  }, [])
  const clear = useCallback(() => setState({ isBusy: false }), [])
  return { isBusy: state.isBusy, problem: state.problem, run, clear }
}
