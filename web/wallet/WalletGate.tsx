import type { ReactNode } from 'react'
import { config } from '../api/siteData.ts'
import { Button } from '../components/Button.tsx'
import { useStore } from '../store.ts'
import { chainById } from './chains.ts'
import { connection } from './connection.ts'
import { SwitchChain } from './SwitchChain.tsx'
import { openWallet } from './WalletButton.tsx'

type Props = { chainId?: number; children: ReactNode }

/** Shows its content to a wallet on the right chain; otherwise the button that leads there. */
export function WalletGate({ chainId = config.chainId, children }: Props) {
  const state = useStore(connection)
  if (state.status !== 'connected')
    return (
      <Button kind="primary" size="large" isWide onClick={openWallet}>
        Connect a wallet
      </Button>
    )
  if (state.chainId !== chainId) return <SwitchChain state={state} chain={chainById(chainId)} />
  return children
}

export function useAccount(): string | undefined {
  const state = useStore(connection)
  return state.status === 'connected' ? state.address : undefined
}
