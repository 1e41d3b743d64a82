import type { AddressBook } from './Contract.ts'
import { type DecodedCall, decodeCall } from './DecodedCall.ts'
import type { Call } from './explainCall.ts'

/** Whether a call sends tokens to the router that the next call, a swap, uses up, so that nobody can take them in between. */
export function fundsSwap(calls: readonly Call[], index: number, book: AddressBook): boolean {
  const [call, next] = [calls[index], calls[index + 1]]
  if (!call || !next || book.has(call.to) || book.get(next.to)?.kind !== 'router') return false
  const { name, args } = decodeCall('token', call.data)
  const actions = decodeCall('router', next.data).inner
  const isUsed = actions.some((action) => settles(action, call, args['amount']))
  return name === 'transfer' && args['to'] === next.to && isUsed
}

/** Whether the router pays exactly this amount of the token from its balance. */
function settles({ name, args }: DecodedCall, { to: token }: Call, sent: unknown): boolean {
  const { currency, amount, payerIsUser } = args
  return name === 'SETTLE' && currency === token && amount === sent && payerIsUser === false
}
