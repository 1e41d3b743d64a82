import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './document/frame.ts'
import { App } from './components/App.tsx'
import { stopKeeping } from './document/earlyInput.ts'
import { mountWallet } from './wallet/mountWallet.tsx'

/** Mounts an interactive page and the wallet in the frame; server-drawn markup is hydrated. */
export function mount(page: ReactNode): void {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no place for its app.')
  const app = <App>{page}</App>
  stopKeeping()
  // As a transition the page is rendered in slices, between which the browser paints and answers input.
  startTransition(() => {
    if (place.dataset['drawn'] === undefined) createRoot(place).render(app)
    else hydrateRoot(place, app)
  })
  mountWallet({ isAsked: false })
}
