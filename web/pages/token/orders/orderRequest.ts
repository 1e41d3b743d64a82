import { readAmount } from '#site/format.ts'
import type { OrderRequest } from '../../../api/orders.ts'

export const KINDS = [
  { value: 'limitBuy', label: 'Limit buy' },
  { value: 'takeProfit', label: 'Take profit' },
  { value: 'stopLoss', label: 'Stop loss' },
] as const

/** The fields of the form, as typed. */
export type Draft = {
  kind: (typeof KINDS)[number]['value']
  amount: string
  least: string
  trigger: string
  tip: string
  days: string
}

const DAY_SECONDS = 86_400

/** The request for what is typed; undefined until every field is one. */
export function orderRequest(draft: Draft, known: { owner: string; token: string }): OrderRequest | undefined {
  const [amount, outMin, outMax, tip] = [draft.amount, draft.least, draft.trigger, draft.tip].map(
    (text) => readAmount(text).value,
  )
  const isStop = draft.kind === 'stopLoss'
  if (!amount || !outMin || tip === undefined || (isStop && !outMax) || !/^[1-9][0-9]?$/.test(draft.days))
    return undefined
  const until = Math.floor(Date.now() / 1000) + Number(draft.days) * DAY_SECONDS
  return {
    ...known,
    kind: draft.kind,
    amount: String(amount),
    outMin: String(outMin),
    ...(isStop && { outMax: String(outMax) }),
    tip: String(tip),
    until,
  }
}
