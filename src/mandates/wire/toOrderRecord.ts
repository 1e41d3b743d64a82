import type { Hex } from 'viem'
import type { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Order, RerangeOrder } from '#mandates/rules/Order.ts'
import { soldFor } from '#mandates/rules/orderRerange.ts'
import { type OrderFacts, orderStatus } from '#mandates/rules/orderStatus.ts'
import { orderMeaning, orderWorstCase } from '#mandates/rules/orderWords.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import type { OrderRecord } from './orders.ts'

/** A stored order with the state that was read from the chain. */
export function toOrderRecord(
  { order, hash }: { order: Order; hash: Hex },
  { row, facts }: { row: Pick<OrderRow, 'seq' | 'signed'>; facts: OrderFacts },
): z.output<typeof OrderRecord> {
  const { kind, owner, token, amount, outMin, outMax, tip, until } = order
  return {
    id: hash,
    chainId: LAUNCH_CHAIN_ID,
    sequence: row.seq,
    ...{ kind, owner, token, amount, outMin, tip },
    outMax: kind === 'stopLoss' ? outMax : null,
    venue: venueOf(order),
    position: order.kind === 'exit' ? order.position : null,
    ...placesOf(order),
    until: Number(until),
    status: orderStatus(facts, order),
    quote: facts.quote ?? null,
    blockNumber: facts.block.number,
    meaning: orderMeaning(order),
    worstCase: orderWorstCase(order),
    signed: row.signed as Hex,
  }
}

function venueOf(order: Order): 'curve' | 'pool' | 'position' {
  if (order.kind === 'exit' || order.kind === 'compound' || order.kind === 'rerange') return 'position'
  return order.pool ? 'pool' : 'curve'
}

/** The position of a compound or a move, with its figures. */
export function placesOf(order: Order) {
  return {
    compound: order.kind === 'compound' ? order.compound : null,
    rerange: order.kind === 'rerange' ? rerangeOf(order) : null,
  }
}

function rerangeOf({ outMin, rerange }: RerangeOrder) {
  const { key, ...move } = rerange
  const tokens = [key.currency0, key.currency1] as const
  return { ...move, tokens, amountMoved: outMin, amountSoldFor: soldFor(rerange) }
}
