import type { Hex } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { Order } from '#mandates/rules/Order.ts'
import { recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { requireSignature } from './requireSignature.ts'

export type SignedOrder = { order: Order; delegation: Delegation.SignedDelegation; hash: Hex; signed: Hex }

/** The order in a string; undefined for anything but one that was prepared here. */
export function decodeOrder({ targets }: Pick<Context, 'targets'>, signed: Hex): SignedOrder | undefined {
  const delegation = Delegation.decode(signed)
  const order = delegation && recogniseOrder(delegation, targets)
  return order && { order, delegation, hash: Delegation.hash(delegation), signed: signed.toLowerCase() as Hex }
}

/** The order in a string that its owner has signed. */
export async function readSignedOrder(context: Context, signed: Hex): Promise<SignedOrder> {
  const decoded = decodeOrder(context, signed)
  if (!decoded)
    throw invalidField(
      'signed',
      'must be one signed order: prefix, signature and suffix as prepared by /api/orders/prepare',
    )
  await requireSignature('signed', decoded.delegation, context.chain.id)
  return decoded
}
