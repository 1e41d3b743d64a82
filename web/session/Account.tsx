import type { ReactNode } from 'react'
import { shortAddress } from '#site/format.ts'
import { Button } from '../components/Button.tsx'
import { useStore } from '../store.ts'
import { SignInButton } from './SignInButton.tsx'
import { session, signOut } from './session.ts'

/** Sign-in, then what belongs to the account. */
export function Account({ children }: { children(token: string): ReactNode }) {
  const now = useStore(session)
  if (now.status !== 'in') return <SignIn />
  return (
    <div className="stack">
      <div className="row wrap">
        <span className="grow muted text-compact">
          Signed in as <span className="mono">{shortAddress(now.address)}</span> until {now.expiresAt.slice(11, 16)}{' '}
          UTC, in this tab only. Closing it signs you out.
        </span>
        <Button size="small" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
      {children(now.token)}
    </div>
  )
}

function SignIn() {
  return (
    <section className="card" aria-labelledby="signin">
      <div className="body stack">
        <h2 id="signin">Sign in with your wallet</h2>
        <p className="muted">
          You sign a short text that names this site. It cannot move funds. You need neither a password nor an e-mail
          address.
        </p>
        <div className="row wrap">
          <SignInButton />
        </div>
      </div>
    </section>
  )
}
