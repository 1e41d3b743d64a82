import { shortAddress } from '#site/format.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../components/Button.tsx'
import { Problem } from '../components/Problem.tsx'
import { useStore } from '../store.ts'
import { connection } from '../wallet/connection.ts'
import { openWallet } from '../wallet/WalletButton.tsx'
import { session } from './session.ts'
import { signIn } from './signIn.ts'

/** The next step of the sign-in: connect a wallet, then sign a message that moves no funds. */
export function SignInButton({ size = 'medium' }: { size?: 'small' | 'medium' }) {
  const wallet = useStore(connection)
  const now = useStore(session)
  const { run, problem } = useAction()
  if (wallet.status !== 'connected')
    return (
      <Button kind="primary" size={size} onClick={openWallet}>
        Connect a wallet
      </Button>
    )
  return (
    <>
      <Button
        kind="primary"
        size={size}
        onClick={() => void run(signIn)}
        busy={now.status === 'asking' ? 'Sign in your wallet' : undefined}
      >
        Sign in as {shortAddress(wallet.address)}
      </Button>
      <Problem text={problem} grade="caution" />
    </>
  )
}

export function useSignedIn(): string | undefined {
  const now = useStore(session)
  return now.status === 'in' ? now.address : undefined
}
