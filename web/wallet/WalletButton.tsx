import { lazy, Suspense } from 'react'
import { Button } from '../components/Button.tsx'
import { Flag } from '../components/Flag.tsx'
import { Icon } from '../components/Icon.tsx'
import { AccountName } from '../names/AccountName.tsx'
import { createStore, useStore } from '../store.ts'
import { pageChain } from './chains.ts'
import { connection } from './connection.ts'
import { transactions } from './transactions.ts'

const ConnectSheet = lazy(async () => ({ default: (await import('./ConnectSheet.tsx')).ConnectSheet }))
const AccountSheet = lazy(async () => ({ default: (await import('./AccountSheet.tsx')).AccountSheet }))

/** The end of the top bar: connect, switch chain, or who is connected. */
export function WalletButton() {
  const state = useStore(connection)
  const isOpen = useStore(isSheetOpen)
  const chain = useStore(pageChain)
  const close = () => isSheetOpen.set(() => false)
  if (state.status !== 'connected')
    return (
      <>
        <Button onClick={openWallet} busy={state.status === 'connecting' ? 'Connecting' : undefined}>
          <span>
            Connect<span className="hide-small"> wallet</span>
          </span>
        </Button>
        <Suspense>{isOpen && <ConnectSheet onClose={close} />}</Suspense>
      </>
    )
  return (
    <>
      {state.chainId === chain.id ? (
        <button type="button" className="button" aria-label={`Wallet ${state.address}`} onClick={openWallet}>
          <Flag address={state.address} isRound size="tiny" />
          <span className="mono">
            <AccountName address={state.address} />
          </span>
          <PendingCount />
        </button>
      ) : (
        <button type="button" className="button danger" onClick={openWallet}>
          <Icon name="triangle-alert" /> Wrong chain
        </button>
      )}
      <Suspense>{isOpen && <AccountSheet state={state} onClose={close} />}</Suspense>
    </>
  )
}

/** How many transactions are under way; the sheet lists them. */
function PendingCount() {
  const count = useStore(transactions).filter(({ state }) => state === 'sent').length
  if (count === 0) return null
  return (
    <span className="row text-small" role="status">
      <span className="spinner" />
      {count} pending
    </span>
  )
}

/** Whether the sheet is open; a click that came before the button was ready counts. */
const isSheetOpen = createStore(false)

/** Opens the sheet from anywhere on the page. */
export function openWallet(): void {
  isSheetOpen.set(() => true)
}
