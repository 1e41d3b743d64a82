import type { Card } from '#agents/Card.ts'
import { ServiceError } from '#agents/service.ts'
import type { Order, Read } from './findReady.ts'

type Execution = { chainId: number; summary: string; transaction: unknown; statement: string; tip: string }

/** The execution as the service builds it; undefined if it would revert now. */
export async function executionCard(read: Read, { id }: Order, executor: string): Promise<Card | undefined> {
  const built = await read<Execution>(`/api/orders/${id}/execution?executor=${executor}`).catch((error) => {
    if (error instanceof ServiceError && error.status < 500) return undefined
    throw error
  })
  if (!built) return undefined
  const { chainId, summary, transaction, statement } = built
  return {
    kind: 'transaction',
    title: 'Execute an order',
    words: [summary],
    warnings: ['If another executor is first, the transaction reverts and costs you its gas.'],
    data: {
      chainId,
      wallet: executor,
      order: id,
      steps: [{ title: 'Execute an order', why: summary, transaction, statement }],
    },
  }
}
