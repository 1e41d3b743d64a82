import { useState } from 'react'
import type { Explanation } from '../../api/explain.ts'
import { request } from '../../api/request.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Callout } from '../../components/Callout.tsx'
import { Chip } from '../../components/Chip.tsx'
import type { Verdict } from './checkStatement.ts'
import type { Sent } from './checkTransaction.ts'

/** Says that the service built exactly this transaction, once that is verified; its row is there from the start. */
export function Verification({ verdict }: { verdict: Verdict | undefined }) {
  if (verdict === 'changed')
    return (
      <Callout grade="danger" isAlert title="This is not what Slipway built.">
        The transaction differs from its signed statement. Do not sign it. Reload the page.
      </Callout>
    )
  return (
    <span className="row">
      {verdict === 'unchanged' && (
        <Chip tone="ok" icon="check">
          built here, unchanged
        </Chip>
      )}
      {verdict === 'unchecked' && <Chip>statement not verified by this browser</Chip>}
      {verdict === undefined && <Chip>verifying the statement</Chip>}
    </span>
  )
}

/** The same transaction in the words of a decoder that shares no code with its builder. */
export function SecondReading({ transaction: { chainId, from, to, data, value } }: { transaction: Sent }) {
  const [isOpen, setOpen] = useState(false)
  const { data: read, failure } = useQuery<Explanation>(isOpen ? `explain ${data}` : undefined, (signal) =>
    request('/api/explain', { method: 'POST', body: { chainId, from, transaction: { to, data, value } }, signal }),
  )
  return (
    <details className="text-small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Explained independently</summary>
      <p className="muted">
        <bdi>{read?.summary ?? failure?.message ?? 'Reading…'}</bdi>
      </p>
    </details>
  )
}
