import { age } from '#site/format.ts'
import { type Alert, deleteRule, listAlerts, type Rule } from '../api/rules.ts'
import { useAction } from '../api/useAction.ts'
import { useQuery } from '../api/useQuery.ts'
import { LinkButton } from '../components/Button.tsx'
import { Problem } from '../components/Problem.tsx'
import { useNow } from '../components/useNow.ts'

const POLL_MS = 5_000

type Props = { token: string; rules: readonly Rule[]; reload(): void }

/** The alerts that are set for a page, each with a button that removes it, and those that fired. */
export function OwnAlerts({ token, rules, reload }: Props) {
  const { run, problem } = useAction()
  const alerts = useQuery(token, () => listAlerts(token), { pollMs: POLL_MS })
  const ids = new Set(rules.map(({ id }) => id))
  const fired = (alerts.data ?? []).filter(({ ruleId }) => ids.has(ruleId))
  if (rules.length === 0) return null
  return (
    <>
      <Problem text={problem} />
      <h3>Set alerts</h3>
      <ul className="stack text-compact">
        {rules.map(({ id, name }) => (
          <li key={id} className="row wrap">
            <bdi className="grow">{name}</bdi>
            <LinkButton
              aria-label={`Remove ${name}`}
              onClick={() => void run(() => deleteRule(token, id).then(reload))}
            >
              Remove
            </LinkButton>
          </li>
        ))}
      </ul>
      <h3>Fired alerts</h3>
      {fired.length === 0 ? <p className="muted text-compact">Nothing yet.</p> : <Fired alerts={fired} />}
      <p className="text-compact">
        <a href="/developers/webhooks">All alerts and webhooks</a>
      </p>
    </>
  )
}

function Fired({ alerts }: { alerts: readonly Alert[] }) {
  const now = useNow()
  return (
    <ul className="stack text-compact">
      {alerts.map(({ id, at, event }) => (
        <li key={id} className="row wrap">
          <bdi className="grow">{(event['rule'] as { name: string }).name}</bdi>
          <span className="faint">{age(new Date(at), now)} ago</span>
        </li>
      ))}
    </ul>
  )
}
