import type { Box } from '#boxes/store/boxes.ts'
import {
  beginCall,
  endCall,
  lockDay,
  lockSpending,
  readSpending,
  type Spending,
  type Spent,
} from '#boxes/store/modelCalls.ts'
import type { Store } from '#boxes/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditEntry, AuditLog } from '#core/AuditLog.ts'
import type { ModelBudget, ModelBudgets } from '#core/ModelEndpoint.ts'
import { transaction } from '#database/transaction.ts'
import type { ModelCall } from './judgeRequest.ts'
import * as ModelUsage from './ModelUsage.ts'

/** The use of models by the boxes of this process, since it started. */
export type ModelTotals = { calls: number; tokensIn: number; tokensOut: number; micros: number }

type Payer = Pick<Box, 'id' | 'developer_id' | 'token_budget' | 'micros_budget'>

export type Budgets = {
  /** Reserves the maximum usage of a call, and returns its id; throws when a budget is used up. */
  hold(box: Payer, call: ModelCall): Promise<string>
  /** Replaces the reservation of a call with its usage. */
  settle(box: Payer, call: ModelCall, ended: EndedCall): Promise<void>
}

export type EndedCall = { id: string; status: number; usage: ModelUsage.ModelUsage }
type Options = { store: Store; audit: Pick<AuditLog, 'append'>; budgets: ModelBudgets; totals: ModelTotals }

const MICROS = 1_000_000

/**
 * The budgets of boxes, developers and the service. A call starts while something is left after the reservations of
 * other calls, so that a budget is exceeded by at most one call.
 */
export function createBudgets({ store, audit, budgets, totals }: Options): Budgets {
  return {
    async hold(box, call) {
      const caller = { boxId: box.id, developerId: box.developer_id }
      return transaction(store, async (tx) => {
        await lockSpending(tx, caller.developerId)
        const spending = await readSpending(tx, caller)
        requireBudget('box', spending.box, budgetOf(box, budgets.box))
        requireBudget('developer', spending.developer, micros(budgets.developer))
        requireBudget('service', await lockDay(tx), micros(budgets.service))
        return beginCall(tx, caller, mostOf(call))
      })
    },
    async settle(box, call, { id, status, usage }) {
      const used = { tokensIn: ModelUsage.inputTokens(usage), tokensOut: usage.output }
      const cost = ModelUsage.cost(usage, call.price)
      totals.calls++
      totals.tokensIn += used.tokensIn
      totals.tokensOut += used.tokensOut
      totals.micros += cost
      const facts = `${call.model}: ${status}, ${used.tokensIn} tokens in, ${used.tokensOut} out, ${cost / MICROS} USD`
      await transaction(store, async (tx: Store) => {
        await endCall(tx, id, { ...used, micros: cost })
        await audit.append(tx, auditEntry('box.model_called', box, facts))
      })
    },
  }
}

export function auditEntry(
  event: AuditEntry['event'],
  { id, developer_id }: Pick<Box, 'id' | 'developer_id'>,
  detail: string,
): AuditEntry {
  return { event, developerId: developer_id, target: id, actor: id, address: null, detail: detail.slice(0, 200) }
}

function budgetOf({ token_budget, micros_budget }: Payer, operator: ModelBudget): Spent {
  const most = micros(operator)
  return {
    tokens: Math.min(most.tokens, token_budget ?? most.tokens),
    micros: Math.min(most.micros, micros_budget ?? most.micros),
  }
}

function micros({ tokens, usd }: ModelBudget): Spent {
  return { tokens, micros: Math.round(usd * MICROS) }
}

function mostOf({ bound, price }: ModelCall): Spent {
  const dearest = Math.max(price.input, price.cacheWrite ?? 0, price.cacheRead ?? 0)
  return { tokens: bound.input + bound.output, micros: Math.ceil(bound.input * dearest + bound.output * price.output) }
}

const OWNERS = {
  box: 'The box has used its budget of',
  developer: 'Your boxes have used the budget of today (UTC),',
  service: 'All boxes of this service have used the budget of today (UTC),',
}

function requireBudget(owner: keyof typeof OWNERS, { used, held }: Spending, most: Spent): void {
  for (const unit of ['tokens', 'micros'] as const) {
    if (used[unit] + held[unit] < most[unit]) continue
    const amount = unit === 'tokens' ? `${most.tokens} tokens` : `${most.micros / MICROS} US dollars`
    if (used[unit] >= most[unit])
      throw new ApiError('permission_denied', `${OWNERS[owner]} ${amount}.`, { status: 400 })
    throw new ApiError(
      'resource_exhausted',
      `Calls in progress have reserved the rest of ${amount}, the budget of the ${owner}. Try again when one has ended.`,
    )
  }
}
