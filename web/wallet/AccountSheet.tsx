import { useState } from 'react'
import { cut, fixed, UNKNOWN } from '#site/format.ts'
import { request } from '../api/request.ts'
import { config } from '../api/siteData.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../components/Button.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { KeyValues } from '../components/KeyValues.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { Dollars } from '../dollars/Dollars.tsx'
import { NamedAddress } from '../names/NamedAddress.tsx'
import { session } from '../session/session.ts'
import { useStore } from '../store.ts'
import { Activity } from './Activity.tsx'
import { pageChain } from './chains.ts'
import { type Connected, disconnect } from './connection.ts'
import { TEST_WALLET } from './Provider.ts'
import { SwitchChain } from './SwitchChain.tsx'
import { useEthBalance } from './useBalance.ts'

/** The connected account with balance, chain and activity, and the button that disconnects it. */
export function AccountSheet({ state, onClose }: { state: Connected; onClose(): void }) {
  const { address, wallet, provider, chainId } = state
  const chain = useStore(pageChain)
  const { symbol, decimals } = chain.nativeCurrency
  const balance = useEthBalance(address, chain.id)
  const now = useStore(session)
  const facts = [
    { key: 'wallet', term: 'Wallet', value: <bdi>{provider.name?.() || cut(wallet.info.name)}</bdi> },
    { key: 'address', term: 'Address', value: <OwnAddress address={address} /> },
    {
      key: 'balance',
      term: 'Balance',
      value: (
        <>
          {balance === undefined ? UNKNOWN : `${fixed(balance, 4, decimals)} ${symbol}`}
          {symbol === 'ETH' && <Dollars wei={balance} />}
        </>
      ),
    },
    {
      key: 'chain',
      term: 'Chain',
      value: config.isDevnet && chainId === config.chainId ? `${chainId}, devnet` : String(chainId),
    },
    ...(now.status === 'in'
      ? [{ key: 'in', term: 'Signed in as', value: <NamedAddress address={now.address} /> }]
      : []),
  ]
  return (
    <Sheet title="Your wallet" onClose={onClose}>
      {chainId !== chain.id && <SwitchChain state={state} chain={chain} />}
      <KeyValues isRuled facts={facts} />
      <div className="row wrap">
        <a className="button" href={`/portfolio/${address}`}>
          Portfolio
        </a>
        {config.isDevnet && chain.id === config.chainId && <Faucet address={address} />}
        {wallet.info.rdns === TEST_WALLET && (
          <Button onClick={() => void provider.request({ method: 'eth_requestAccounts' }).catch(() => {})}>
            Other account
          </Button>
        )}
        <Button kind="danger" icon="log-out" onClick={disconnect}>
          {now.status === 'in' ? 'Disconnect and sign out' : 'Disconnect'}
        </Button>
      </div>
      <Activity address={address} />
    </Sheet>
  )
}

function OwnAddress({ address }: { address: string }) {
  return (
    <span className="row">
      <NamedAddress address={address} />
      <CopyButton text={address} label="Copy your address" />
    </span>
  )
}

function Faucet({ address }: { address: string }) {
  const { run, busy, problem } = useAction()
  const [isDone, setDone] = useState(false)
  async function drip() {
    await request('/api/developer/devnet/faucet', { method: 'POST', body: { address } })
    setDone(true)
  }
  const words = isDone ? '10 ETH sent' : 'Get test ETH'
  return (
    <Button onClick={() => void run(drip, 'Sending')} busy={busy}>
      {problem === undefined ? words : 'Try again later'}
    </Button>
  )
}
