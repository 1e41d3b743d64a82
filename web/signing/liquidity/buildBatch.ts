import { type BatchAnswer, lp } from '../../api/liquidity.ts'
import { canSendTogether } from '../../wallet/sendAll.ts'
import { type Built, chainIdOf, type LpRequest, NO_APPROVAL } from './LpRequest.ts'

/** Has several operations built as one. A batch that would fail is refused, so an answer has been simulated. */
export async function buildBatch(request: LpRequest, signal?: AbortSignal): Promise<Built> {
  const atomic = await canSendTogether(chainIdOf(request))
  const { statement: _, changes, ...answer } = await lp<BatchAnswer>('batch', { ...request.body, atomic }, signal)
  const received = changes
    .filter(({ change }) => !change.startsWith('-'))
    .map(({ tokenAddress, change }) => ({ tokenAddress, amount: change }))
  const steps = answer.steps.map((step) => ({ ...step, limits: answer.limits }))
  return { answer: { ...answer, steps, received, spent: [], simulation: { ok: true } }, approval: NO_APPROVAL }
}
