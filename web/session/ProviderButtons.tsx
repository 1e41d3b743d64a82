import { useEffect } from 'react'
import { useAction } from '../api/useAction.ts'
import { useQuery } from '../api/useQuery.ts'
import { Button } from '../components/Button.tsx'
import { Problem } from '../components/Problem.tsx'
import { useStore } from '../store.ts'
import { comeBack, leaveFor, listProviders, providerSession } from './providerSession.ts'

/** One button for each identity provider of this deployment; none where it has none. */
export function ProviderButtons() {
  const providers = useQuery('providers', listProviders)
  const { status } = useStore(providerSession)
  const { run, problem, busy } = useAction()
  useEffect(() => void run(comeBack), [run])
  return (
    <>
      {(providers.data ?? []).map((provider) => (
        <Button
          key={provider.issuer}
          busy={busy !== undefined || status === 'asking' ? 'Signing in' : undefined}
          onClick={() => void run(() => leaveFor(provider))}
        >
          Sign in with {provider.name}
        </Button>
      ))}
      <Problem text={problem} />
    </>
  )
}
