import type { Hex } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { Order } from '#mandates/rules/Order.ts'
import { recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { requireSignature } from './requireSignature.ts'

export type SignedOrder = { order: Order; delegation: Delegation.SignedDelegation; hash: Hex; signed: Hex }

/** The order in a string; throws for anything but one that was prepared here. */
export function decodeOrder({ targets }: Pick<Context, 'targets'>, signed: Hex): SignedOrder {
  const delegation = Delegation.decode(signed)
  if (!delegation) throw invalidField('signed', 'must be one signed order: prefix, signature and suffix as prepared')
  const order = recogniseOrder(delegation, targets.launchpad)
  if (!order)
    throw invalidField('signed', 'has caveats that are not those of an order: send one prepared by /api/orders/prepare')
  return { order, delegation, hash: Delegation.hash(delegation), signed: signed.toLowerCase() as Hex }
}

/** The same, signed by its owner. */
export async function readSignedOrder(context: Context, signed: Hex): Promise<SignedOrder> {
  const decoded = decodeOrder(context, signed)
  await requireSignature('signed', decoded.delegation, context.chain.id)
  return decoded
}
