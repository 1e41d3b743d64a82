import { type ReactNode, StrictMode } from 'react'
import { useEarlyInput } from '../document/useEarlyInput.ts'
import { Boundary } from './Boundary.tsx'
import { Failure } from './States.tsx'

/** Wraps every interactive page, in the browser and on the server. */
export function App({ children }: { children: ReactNode }) {
  useEarlyInput()
  return (
    <StrictMode>
      <Boundary fallback={<Stopped />}>{children}</Boundary>
    </StrictMode>
  )
}

function Stopped() {
  return (
    <Failure title="This page stopped working." retry={() => location.reload()} retryLabel="Reload the page">
      Nothing was sent. Transactions that you already signed continue.
    </Failure>
  )
}
