import { useState } from 'react'
import { shortAddress } from '#site/format.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { session, signIn, signOut } from '../../session/session.ts'
import { useStore } from '../../store.ts'
import { connection } from '../../wallet/connection.ts'
import { openWallet } from '../../wallet/WalletButton.tsx'
import { Keys } from './Keys.tsx'

/** Sign in, then the keys of whoever signed in. */
export function KeysPage() {
  const now = useStore(session)
  if (now.status !== 'in') return <SignIn />
  return (
    <div className="stack">
      <div className="row wrap">
        <span className="grow muted s13">
          Signed in as <span className="mono">{shortAddress(now.address)}</span> until {now.expiresAt.slice(11, 16)}{' '}
          UTC. The session lives in this page; reloading it signs you out.
        </span>
        <Button size="sm" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
      <Keys token={now.token} />
    </div>
  )
}

function SignIn() {
  const wallet = useStore(connection)
  const now = useStore(session)
  const [problem, setProblem] = useState<string>()
  const isConnected = wallet.status === 'connected'
  function start() {
    setProblem(undefined)
    signIn().catch((error: Error) => setProblem(error.message))
  }
  return (
    <section className="card" aria-labelledby="signin">
      <div className="bd stack">
        <h2 id="signin">Sign in with your wallet</h2>
        <p className="muted">
          You sign a short text that names this site and moves nothing. There is no password and no e-mail address.
        </p>
        {problem !== undefined && (
          <Callout grade="caution" isAlert>
            {problem}
          </Callout>
        )}
        <div className="row wrap">
          {isConnected ? (
            <Button kind="primary" onClick={start} busy={now.status === 'asking' ? 'Sign in your wallet' : undefined}>
              Sign in as {shortAddress(wallet.address)}
            </Button>
          ) : (
            <Button kind="primary" onClick={openWallet}>
              Connect a wallet
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
