import { useEffect, useState } from 'react'
import type { Explanation } from '../api/explain.ts'
import { request } from '../api/request.ts'
import { useQuery } from '../api/useQuery.ts'
import { Chip } from '../components/Chip.tsx'
import { isBuiltHere, type Sent } from './isBuiltHere.ts'

type Props = { transaction: Sent; statement: string }

/** Says that the service built exactly this transaction once that is verified, and how a second reading explains it. */
export function Verification({ transaction, statement }: Props) {
  const isVerified = useVerified(transaction, statement)
  const [isOpen, setOpen] = useState(false)
  const { chainId, from, to, data, value } = transaction
  const explanation = useQuery<Explanation>(isOpen ? `explain ${data}` : undefined, (signal) =>
    request('/api/explain', { method: 'POST', body: { chainId, from, transaction: { to, data, value } }, signal }),
  )
  return (
    <div className="stack small text-small">
      {isVerified && (
        <span>
          <Chip tone="ok" icon="check">
            built here, unchanged
          </Chip>
        </span>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Explained independently</summary>
        <p className="muted">
          <bdi>{explanation.data?.summary ?? explanation.failure?.message ?? 'Reading…'}</bdi>
        </p>
      </details>
    </div>
  )
}

function useVerified(transaction: Sent, statement: string): boolean {
  const [verified, setVerified] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the statement is about one transaction
  useEffect(() => {
    let isCurrent = true
    void isBuiltHere(statement, transaction).then((holds) => isCurrent && setVerified(holds ? statement : undefined))
    return () => {
      isCurrent = false
    }
  }, [statement])
  return verified === statement
}
