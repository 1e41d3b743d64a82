import { useCallback, useRef, useState } from 'react'

export type Action = {
  /** The name of the work that is running. */
  busy: string | undefined
  problem: string | undefined
  /** Runs the work unless other work is running; true if it succeeded. */
  run(work: () => Promise<unknown>, name?: string): Promise<boolean>
}

/** An action that a click starts: whether it is running, and why it failed. */
export function useAction(): Action {
  const [state, setState] = useState<{ busy?: string; problem?: string }>({})
  const isRunning = useRef(false)
  const run = useCallback(async (work: () => Promise<unknown>, name = 'Working') => {
    if (isRunning.current) return false
    isRunning.current = true
    setState({ busy: name })
    try {
      await work()
      setState({})
      return true
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : String(error) })
      return false
    } finally {
      isRunning.current = false
    }
  }, [])
  return { busy: state.busy, problem: state.problem, run }
}
