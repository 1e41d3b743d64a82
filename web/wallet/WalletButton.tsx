import { useState } from 'react'
import { cut, fixed, shortAddress, UNKNOWN } from '#site/format.ts'
import type { SiteChain } from '#site/siteChains.ts'
import { request } from '../api/request.ts'
import { config } from '../api/siteData.ts'
import { useAction } from '../api/useAction.ts'
import { FullAddress } from '../components/AddressChip.tsx'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Flag } from '../components/Flag.tsx'
import { Icon } from '../components/Icon.tsx'
import { KeyValues } from '../components/KeyValues.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { Dollars } from '../dollars/Dollars.tsx'
import { session } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'
import { Activity } from './Activity.tsx'
import { ConnectSheet } from './ConnectSheet.tsx'
import { pageChain } from './chains.ts'
import { type Connection, connection, disconnect, switchChain } from './connection.ts'
import { TEST_WALLET } from './Provider.ts'
import { transactions } from './transactions.ts'
import { useEthBalance } from './useBalance.ts'

type Connected = Extract<Connection, { status: 'connected' }>

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
        {isOpen && <ConnectSheet onClose={close} />}
      </>
    )
  return (
    <>
      {state.chainId === chain.id ? (
        <button type="button" className="button" aria-label={`Wallet ${state.address}`} onClick={openWallet}>
          <Flag address={state.address} isRound size="tiny" />
          <span className="mono">{shortAddress(state.address)}</span>
          <PendingCount />
        </button>
      ) : (
        <button type="button" className="button danger" onClick={openWallet}>
          <Icon name="triangle-alert" /> Wrong chain
        </button>
      )}
      {isOpen && <AccountSheet state={state} onClose={close} />}
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

function AccountSheet({ state, onClose }: { state: Connected; onClose(): void }) {
  const { address, wallet, provider, chainId } = state
  const chain = useStore(pageChain)
  const { symbol, decimals } = chain.nativeCurrency
  const balance = useEthBalance(address, chain.id)
  const now = useStore(session)
  const facts = [
    { key: 'wallet', term: 'Wallet', value: cut(wallet.info.name) },
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
    ...(now.status === 'in' ? [{ key: 'in', term: 'Signed in as', value: <FullAddress address={now.address} /> }] : []),
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
      <FullAddress address={address} />
      <CopyButton text={address} label="Copy your address" />
    </span>
  )
}

/** One click to the right chain. */
export function SwitchChain({ state: { provider, chainId }, chain }: { state: Connected; chain: SiteChain }) {
  const { run, busy, problem } = useAction()
  return (
    <Callout grade="caution">
      <p>
        <b>Your wallet is on chain {chainId}.</b> This is for {chain.name}, chain {chain.id}. Nothing is sent on another
        one.
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
