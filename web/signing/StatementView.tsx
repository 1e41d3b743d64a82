import { type ReactNode, useState } from 'react'
import { config } from '../api/siteData.ts'
import { FullAddress } from '../components/AddressChip.tsx'
import { LinkButton } from '../components/Button.tsx'
import { Chip } from '../components/Chip.tsx'
import { CodeBlock } from '../components/CodeBlock.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Icon } from '../components/Icon.tsx'
import { KeyValues } from '../components/KeyValues.tsx'
import { useNow } from '../components/useNow.ts'
import { useStore } from '../store.ts'
import { chainById } from '../wallet/chains.ts'
import { connection } from '../wallet/connection.ts'
import type { Statement } from './Signing.ts'
import type { Verdict } from './statements/checkStatement.ts'
import type { Sent } from './statements/checkTransaction.ts'
import { SecondReading, Verification } from './statements/Verification.tsx'
import { FRESH_MS } from './useSigning.ts'

type Props = { statement: Statement; verdict: Verdict | undefined; readAt: number }

/** Amounts, addresses and chain of a transaction. */
export function StatementView({ statement, verdict, readAt }: Props) {
  const { words, moves, facts, notes, transaction } = statement
  return (
    <>
      <p className="words">{words}</p>
      <KeyValues
        isRuled
        facts={[
          ...moves.map(({ key, term, amount, bound }) => ({
            key,
            term,
            value: (
              <>
                <b className="bold">{amount}</b>
                {bound !== undefined && <span className="faint below">{bound}</span>}
              </>
            ),
          })),
          ...facts,
          { key: 'chain', term: 'Chain', value: <ChainFact chainId={transaction?.chainId} /> },
          ...(transaction ? [{ key: 'to', term: 'Contract', value: <Contract {...transaction} /> }] : []),
        ]}
      />
      {transaction && <Verification verdict={verdict} />}
      <Source data={transaction?.data} curl={statement.curl} isSimulated={statement.isSimulated} readAt={readAt} />
      {transaction && <SecondReading transaction={transaction} />}
      {notes.length > 0 && (
        <details className="notes text-small muted">
          <summary>Good to know</summary>
          <ul className="warnings">
            {notes.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** The launch contract is on the site's own chain; the same address elsewhere is somebody else's. */
function Contract({ to: address, chainId }: Sent) {
  const isOurs = chainId === config.chainId && address.toLowerCase() === config.factory?.toLowerCase()
  return (
    <>
      <FullAddress address={address} />
      {isOurs && <span className="faint text-small below">the launch contract of this site</span>}
    </>
  )
}

/** Shows that the wallet agrees, only while it does. */
function ChainFact({ chainId = config.chainId }: { chainId?: number | undefined }): ReactNode {
  const state = useStore(connection)
  const chain = chainId === config.chainId ? `${chainId}${config.isDevnet ? ', devnet' : ''}` : named(chainId)
  if (state.status !== 'connected') return chain
  const isSame = state.chainId === chainId
  return (
    <>
      {chain}{' '}
      <Chip tone={isSame ? 'ok' : 'bad'} icon={isSame ? 'check' : 'x'}>
        {isSame ? 'wallet agrees' : `wallet is on chain ${state.chainId}`}
      </Chip>
    </>
  )
}

function named(chainId: number): string {
  return `${chainById(chainId).name} (${chainId})`
}

type SourceProps = { data: string | undefined; curl: string; isSimulated: boolean; readAt: number }

/** How fresh the figures are, the calldata, and the same request for a terminal. */
export function Source({ data, curl, isSimulated, readAt }: SourceProps) {
  const [isRaw, setRaw] = useState(false)
  const age = useNow() - readAt
  const seconds = Math.min(FRESH_MS / 1000, Math.max(0, Math.ceil((FRESH_MS - age) / 1000)))
  return (
    <>
      <div className="row spread text-small wrap">
        <span className="row faint">
          <Icon name="timer" size="small" />
          Refreshes in {seconds} s
        </span>
        <span className="row">
          {isSimulated && (
            <Chip tone="ok" icon="check">
              simulated
            </Chip>
          )}
          <LinkButton aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
            Calldata
          </LinkButton>
          <CopyButton text={curl} label="Copy as curl" words="Copy as curl" />
        </span>
      </div>
      {isRaw && <CodeBlock title="calldata" code={data ?? ''} />}
    </>
  )
}
