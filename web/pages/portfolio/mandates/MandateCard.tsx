import { type Mandate, mandateUrl } from '../../../api/mandates.ts'
import { config } from '../../../api/siteData.ts'
import { useAction } from '../../../api/useAction.ts'
import { useResource } from '../../../api/useQuery.ts'
import { Button, LinkButton } from '../../../components/Button.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { KeyValues } from '../../../components/KeyValues.tsx'
import { Problem } from '../../../components/Problem.tsx'
import { Failure, SkeletonRows } from '../../../components/States.tsx'
import { pageLocale } from '../../../document/pageLocale.ts'
import { ExactEth } from '../../../dollars/Dollars.tsx'
import { NamedAddress } from '../../../names/NamedAddress.tsx'
import { requireTransaction } from '../../../signing/statements/requireTransaction.ts'
import { sendAll } from '../../../wallet/sendAll.ts'
import { forgetMandate } from './keptMandates.ts'

const POLL_MS = 10_000
const REVOKE = {
  doing: 'Revoking the mandate',
  done: 'Revoked the mandate',
  failed: 'The mandate was not revoked, and is still in force.',
}

/** Shows the budget that the chain still allows a mandate, and the button that revokes it. */
export function MandateCard({ mandate }: { mandate: string }) {
  const { data, failure, reload } = useResource<Mandate>(mandateUrl(mandate), { pollMs: POLL_MS, followsMined: true })
  const { run, busy, problem } = useAction()
  if (failure && !data)
    return (
      <Failure title="The mandate could not be read." retry={reload}>
        {failure.message}
      </Failure>
    )
  if (!data) return <SkeletonRows rows={1} label="Reading a mandate" />
  async function revoke({ revoke: { transaction, statement } }: Mandate): Promise<void> {
    await requireTransaction({ transaction, statement }, config.chainId)
    await sendAll([transaction], REVOKE)
    reload()
  }
  const isOver = data.status === 'revoked' || data.status === 'expired' || data.status === 'used'
  return (
    <section className="card pad stack" aria-label={`Mandate of ${data.agent}`}>
      <p className="row wrap">
        <Chip tone={data.status === 'active' ? 'ok' : 'warn'}>{data.status}</Chip>
        <NamedAddress address={data.agent} />
      </p>
      <KeyValues facts={factsOf(data)} />
      <Problem text={problem} grade="caution" />
      <p className="row wrap">
        <CopyButton text={mandate} label="Copy the mandate" words="Copy for the agent" />
        {isOver ? (
          <LinkButton onClick={() => forgetMandate(mandate)}>Remove from this list</LinkButton>
        ) : (
          <Button
            kind="danger"
            size="small"
            busy={busy}
            onClick={() => void run(() => revoke(data), 'Waiting for wallet')}
          >
            Revoke
          </Button>
        )}
      </p>
    </section>
  )
}

function factsOf({ worstCase, ethLeftToday, trades, until }: Mandate) {
  const eth = (wei: string) => <ExactEth wei={BigInt(wei)} />
  return [
    { key: 'worst', term: 'Worst case in all', value: eth(worstCase.eth) },
    ...(ethLeftToday === null ? [] : [{ key: 'left', term: 'Left today', value: eth(ethLeftToday) }]),
    { key: 'trades', term: 'Trades', value: `${trades.used} used, ${trades.left} left` },
    { key: 'until', term: 'Ends', value: new Date(until * 1000).toLocaleString(pageLocale()) },
  ]
}
