import { setTimeout as pause } from 'node:timers/promises'
import { runAgent } from '#agents/runAgent.ts'
import { call } from '#agents/service.ts'
import type { Turn } from '#agents/Turn.ts'
import { executionCard } from './executionCard.ts'
import { findReady, type Order, type Read } from './findReady.ts'
import { HELP, type Request, readRequest } from './readRequest.ts'

const EVERY_MS = 2_000
const read: Read = (path) => call('GET', path)

/** Watches the open orders and proposes the first execution that is ready; the person signs it with a key of their own. */
async function answer(turn: Turn): Promise<void> {
  const request = readRequest(turn.text)
  if (!request) return turn.say(HELP)
  const order = await turn.work('Watch the open orders', () => watch(request, turn.signal))
  if (!order) return turn.say(`No order was ready within ${request.seconds} seconds. Ask again, or give me a schedule.`)
  const card = await executionCard(read, order, request.executor)
  if (!card) return turn.say('Another executor was faster. Ask again.')
  await turn.card(card)
  await turn.say(`The order ${order.id} is ready. Sign the execution soon: the first executor is paid the tip.`)
}

async function watch(request: Request, signal: AbortSignal): Promise<Order | undefined> {
  const end = performance.now() + request.seconds * 1_000
  while (!signal.aborted) {
    const order = await findReady(read, request.tipMin)
    if (order || performance.now() >= end) return order
    await pause(EVERY_MS, undefined, { signal }).catch(() => {})
  }
  return undefined
}

runAgent({ name: 'executor', version: '1.2.0', answer })
