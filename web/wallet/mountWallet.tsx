import { createRoot } from 'react-dom/client'
import { Boundary } from '../components/Boundary.tsx'
import { Button } from '../components/Button.tsx'
import { reconnect } from './connection.ts'
import { Toasts } from './Toasts.tsx'
import { resumeTransactions } from './transactions.ts'
import { openWallet, WalletButton } from './WalletButton.tsx'

let isMounted = false

/** Puts the wallet button into the top bar and the toasts into the corner; `isAsked` when somebody clicked for it. */
export function mountWallet({ isAsked }: { isAsked: boolean }): void {
  const place = document.getElementById('wallet')
  if (!place) return
  if (!isMounted) {
    isMounted = true
    const again = <Button onClick={() => location.reload()}>Reload the page</Button>
    createRoot(place).render(
      <Boundary fallback={again}>
        <WalletButton />
      </Boundary>,
    )
    createRoot(document.body.appendChild(document.createElement('div'))).render(<Toasts />)
    reconnect()
    resumeTransactions()
  }
  if (isAsked) openWallet()
}
