import { Component, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './frame.ts'
import { Failure } from './components/States.tsx'
import { mountWallet } from './wallet/mountWallet.tsx'

/** Puts an interactive page into its place in the frame, with the wallet beside it. */
export function mount(page: ReactNode): void {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no place for its app.')
  createRoot(place).render(
    <StrictMode>
      <Boundary>{page}</Boundary>
    </StrictMode>,
  )
  mountWallet({ isAsked: false })
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
        Nothing was sent. What you signed before goes on by itself.
      </Failure>
    )
  }
}
