import { SCOPE_WORDS } from '#core/scopeWords.ts'
import { shortAddress } from '#site/format.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { ProviderButtons } from '../../session/ProviderButtons.tsx'
import { providerSession } from '../../session/providerSession.ts'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'
import { useStore } from '../../store.ts'
import { type Consent, decide, readConsent } from './consentApi.ts'

/** A client asks to act for the signed-in person: who it is, what it may do, for how long. */
export function ConsentPage() {
  const consent = useQuery(location.pathname, readConsent)
  return (
    <>
      <div className="head">
        <h1>Connect a client</h1>
      </div>
      <Card label="Request">
        <QueryView query={consent} what="the request" rows={4}>
          {(asked) => <Request asked={asked} />}
        </QueryView>
      </Card>
    </>
  )
}

function Request({ asked }: { asked: Consent }) {
  const { client, resource, redirectUri, durationDays } = asked
  return (
    <>
      <p>
        <b>
          <bdi>{client.name}</bdi>
        </b>{' '}
        asks to act for you on Slipway.
      </p>
      <KeyValues
        isRuled
        facts={[
          { key: 'host', term: 'Client', value: <span className="mono">{client.host}</span> },
          { key: 'back', term: 'Sends you back to', value: <span className="mono">{placeOf(redirectUri)}</span> },
          { key: 'at', term: 'May call', value: <span className="mono">{resource}</span> },
          { key: 'for', term: 'For', value: `${durationDays} days, or until you disconnect it` },
        ]}
      />
      <Scopes scopes={asked.scopes} />
      <Callout grade="caution">
        The client chose its name itself. Connect it only if you started this in an app that you trust. It cannot sign
        for your wallet.
      </Callout>
      <Decision client={client.host} />
    </>
  )
}

function Scopes({ scopes }: Pick<Consent, 'scopes'>) {
  return (
    <section aria-label="Scopes">
      <h2 className="text-compact">Permissions</h2>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            {scope === 'api:*' ? 'Everything a key for normal use may do' : SCOPE_WORDS[scope]}{' '}
            <code className="faint text-small">{scope}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decision({ client }: { client: string }) {
  const signedIn = useWho()
  const action = useAction()
  const send = (approve: boolean) => void action.run(async () => location.assign(await decide(approve)))
  if (signedIn === undefined)
    return (
      <div className="row wrap">
        <SignInButton />
        <ProviderButtons />
      </div>
    )
  return (
    <>
      <p className="muted text-compact">
        Signed in as <span className="mono">{signedIn}</span>.
      </p>
      <Problem text={action.problem} />
      <div className="row wrap">
        <Button kind="primary" size="large" busy={action.busy && 'Connecting'} onClick={() => send(true)}>
          Connect {client}
        </Button>
        <Button size="large" onClick={() => send(false)}>
          Refuse
        </Button>
      </div>
    </>
  )
}

/** The person who decides: of an identity provider on this page, or the wallet of this browser. */
function useWho(): string | undefined {
  const address = useSignedIn()
  const person = useStore(providerSession)
  if (person.status === 'in') return person.name
  return address === undefined ? undefined : shortAddress(address)
}

/** Scheme and host; the rest of the URL does not help a person. */
function placeOf(uri: string): string {
  const { protocol, host } = new URL(uri)
  return `${protocol}//${host}`
}
