import type { ReactNode } from 'react'
import { config } from '../api/siteData.ts'
import { Button } from '../components/Button.tsx'
import { useStore } from '../store.ts'
import { connection } from './connection.ts'
import { openWallet, SwitchChain } from './WalletButton.tsx'

/** Shows its content to a wallet on the right chain; otherwise the button that leads there. */
export function WalletGate({ children }: { children: ReactNode }) {
  const state = useStore(connection)
  if (state.status !== 'connected')
    return (
      <Button kind="primary" size="large" isWide onClick={openWallet}>
        Connect a wallet
      </Button>
    )
  if (state.chainId !== config.chainId) return <SwitchChain state={state} />
  return children
}

export function useAccount(): string | undefined {
  const state = useStore(connection)
  return state.status === 'connected' ? state.address : undefined
}
