import { createRoot } from 'react-dom/client'
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
    createRoot(place).render(<WalletButton />)
    createRoot(document.body.appendChild(document.createElement('div'))).render(<Toasts />)
    reconnect()
    resumeTransactions()
  }
  if (isAsked) openWallet()
}
