import type { ReactNode } from 'react'
import { shortAddress } from '#site/format.ts'
import { Button } from '../components/Button.tsx'
import { useStore } from '../store.ts'
import { ProviderButtons } from './ProviderButtons.tsx'
import { providerSession, signOutOfProvider } from './providerSession.ts'
import { SignInButton } from './SignInButton.tsx'
import { session, signOut } from './session.ts'

/** Sign-in, then what belongs to the account: that of a wallet, or of a person of an identity provider. */
export function Account({ children }: { children(token: string): ReactNode }) {
  const account = useAccount()
  if (account === undefined) return <SignIn />
  const { name, token, expiresAt, place } = account
  return (
    <div className="stack">
      <div className="row wrap">
        <span className="grow muted text-compact">
          Signed in as <bdi className="mono">{name}</bdi> until {expiresAt.slice(11, 16)} UTC, {place}.
        </span>
        <Button size="small" onClick={() => void account.signOut()}>
          Sign out
        </Button>
      </div>
      {children(token)}
    </div>
  )
}

type SignedIn = { name: string; token: string; expiresAt: string; place: string; signOut(): Promise<void> }

/** The person who came back from an identity provider to this page goes before the wallet of the browser. */
function useAccount(): SignedIn | undefined {
  const wallet = useStore(session)
  const person = useStore(providerSession)
  if (person.status === 'in') return { ...person, place: 'on this page only', signOut: signOutOfProvider }
  if (wallet.status !== 'in') return undefined
  return { ...wallet, name: shortAddress(wallet.address), place: 'in every tab of this browser', signOut }
}

function SignIn() {
  return (
    <section className="card" aria-labelledby="signin">
      <div className="body stack">
        <h2 id="signin">Sign in with your wallet</h2>
        <p className="muted">
          You sign a short message that names this site. It cannot move funds. You need no password and no e-mail
          address.
        </p>
        <div className="row wrap">
          <SignInButton />
          <ProviderButtons />
        </div>
      </div>
    </section>
  )
}
