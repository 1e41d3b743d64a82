import { useState } from 'react'
import { cut } from '#site/format.ts'
import { config } from '../api/siteData.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { Chip } from '../components/Chip.tsx'
import { Field } from '../components/Field.tsx'
import { Problem } from '../components/Problem.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { useStore } from '../store.ts'
import { chains } from './chains.ts'
import { connect, connection } from './connection.ts'
import { TEST_WALLET, type Wallet } from './Provider.ts'
import { byRecency, recentWallets } from './recentWallets.ts'
import { wallets } from './wallets.ts'

const ACKNOWLEDGED = 'slipway.devnetAcknowledged'
const WORD = 'devnet'
const NAME_SHOWN = 16

/** The wallets to choose from. On the devnet any but the test wallet needs a typed word first. */
export function ConnectSheet({ onClose }: { onClose(): void }) {
  const recent = useStore(recentWallets)
  const list = byRecency(useStore(wallets), recent)
  const state = useStore(connection)
  const { run, problem } = useAction()
  const chainIds = chains().map(({ id }) => id)
  const [held, setHeld] = useState<Wallet>()
  function choose(wallet: Wallet): void {
    const isForeign = config.isDevnet && wallet.info.rdns !== TEST_WALLET
    if (isForeign && sessionStorage.getItem(ACKNOWLEDGED) === null) {
      setHeld(wallet)
      return
    }
    void run(() => connect(wallet, chainIds).then(onClose))
  }
  if (held)
    return (
      <Acknowledge
        wallet={held}
        onClose={onClose}
        onDone={() => {
          sessionStorage.setItem(ACKNOWLEDGED, 'yes')
          setHeld(undefined)
          choose(held)
        }}
      />
    )
  return (
    <Sheet title="Connect a wallet" onClose={onClose}>
      <p className="muted">Slipway holds no keys. Your wallet shows and signs every transaction.</p>
      <Problem text={problem} grade="caution" />
      <ul className="choices">
        {list.map((wallet) => (
          <li key={wallet.info.uuid}>
            <button type="button" onClick={() => choose(wallet)} disabled={state.status === 'connecting'}>
              <img className="avatar small" src={wallet.info.icon} alt="" />
              <span className="grow bold">
                <bdi>{cut(wallet.info.name)}</bdi>
              </span>
              {recent.includes(wallet.info.rdns) && <Chip>recent</Chip>}
              {wallet.info.rdns === TEST_WALLET && <Chip tone="warn">devnet only</Chip>}
              {state.status === 'connecting' && state.wallet === wallet && <span className="spinner" />}
            </button>
          </li>
        ))}
      </ul>
      {list.length === 0 && (
        <Callout grade="note">
          <b>No wallet was found in this browser.</b> Install one that speaks EIP-6963, then reload this page.
        </Callout>
      )}
    </Sheet>
  )
}

function Acknowledge({ wallet, onClose, onDone }: { wallet: Wallet; onClose(): void; onDone(): void }) {
  const [typed, setTyped] = useState('')
  const isRight = typed.trim().toLowerCase() === WORD
  return (
    <Sheet
      title="This is a devnet"
      onClose={onClose}
      footer={
        <Button kind="primary" size="large" disabled={!isRight} onClick={onDone}>
          Connect {cut(wallet.info.name, NAME_SHOWN)}
        </Button>
      }
    >
      <Callout grade="danger">
        <p>
          <b>This private chain has the id of a real one, {config.chainId}.</b>
        </p>
        <p>
          A signature made here could be replayed there. Use a wallet without money in it, or the test wallet. Never add
          this chain to a wallet you keep.
        </p>
      </Callout>
      <Field label={`Type “${WORD}” to go on`} value={typed} onChange={setTyped} autoComplete="off" />
    </Sheet>
  )
}
