import type { SiteChain } from '#site/siteChains.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { type Connected, switchChain } from './connection.ts'

/** Switches to the right chain with one click. */
export function SwitchChain({ state: { provider, chainId }, chain }: { state: Connected; chain: SiteChain }) {
  const { run, busy, problem } = useAction()
  return (
    <Callout grade="caution">
      <p>
        <b>Your wallet is on chain {chainId}.</b> This is for {chain.name}, chain {chain.id}. Nothing is sent on another
        chain.
      </p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <p className="spaced">
        <Button
          kind="primary"
          onClick={() => void run(() => switchChain(provider, chain), 'Waiting for wallet')}
          busy={busy}
        >
          Switch to {chain.name}
        </Button>
      </p>
    </Callout>
  )
}
