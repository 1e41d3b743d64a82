import { Component, type ReactNode, StrictMode } from 'react'
import { useEarlyInput } from '../document/useEarlyInput.ts'
import { Failure } from './States.tsx'

/** Wraps every interactive page, in the browser and on the server. */
export function App({ children }: { children: ReactNode }) {
  useEarlyInput()
  return (
    <StrictMode>
      <Boundary>{children}</Boundary>
    </StrictMode>
  )
}

/** A defect of ours stops one page and not the browser tab: it says so, and offers a reload. */
class Boundary extends Component<{ children: ReactNode }, { problem?: Error }> {
  override state: { problem?: Error } = {}

  static getDerivedStateFromError(problem: Error) {
    return { problem }
  }

  override render() {
    if (!this.state.problem) return this.props.children
    return (
      <Failure title="This page stopped working." retry={() => location.reload()} retryLabel="Reload the page">
        Nothing was sent. Transactions that you already signed continue.
      </Failure>
    )
  }
}
