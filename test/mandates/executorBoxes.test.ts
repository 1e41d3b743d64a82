import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireBubblewrap } from '../setup/boxes/attempt.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { EXECUTOR } from '../setup/mandates/order.ts'
import { openTakeProfits, type TakeProfits, UNITS } from '../setup/mandates/takeProfits.ts'
import { untilBoxesRun } from '../setup/untilReady.ts'

let service: ListeningService
let orders: TakeProfits
let headers: Record<string, string>
beforeAll(async () => {
  requireBubblewrap()
  service = await startListeningService({ BOXES_MAX: '4' })
  await untilBoxesRun(service)
  orders = await openTakeProfits(service)
  headers = { 'x-api-key': (await signIn(service.post, service.baseUrl)).key }
})
afterAll(() => service[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
const post = async (path: string, body: object): Promise<any> => (await service.post(path, body, headers)).json()

/** A box with the executor; says what it is sent. */
async function openExecutor() {
  const { box } = await post('/api/boxes', { agentId: 'executor' })
  const status = async () => (await json(service.get(`/api/boxes/${box.id}`, headers))).box.status
  await expect.poll(status).toBe('ready')
  const { session } = await post(`/api/boxes/${box.id}/sessions`, {})
  const path = `/api/boxes/${box.id}/sessions/${session.id}/messages`
  const say = (content: string, waitSeconds = 25) => post(path, { content, waitSeconds })
  return { id: box.id as string, say }
}

test('a box that is deleted while it watches is replaced by another, whose proposal executes the order', async () => {
  const executor = service.devnet.account(EXECUTOR)
  const [first, second] = [await openExecutor(), await openExecutor()]
  expect((await second.say('What do you do?')).agentReply.content).toContain('I hold no key')
  const id = await orders.publish()
  expect((await first.say(`watch ${executor.address} for 600 seconds`, 1)).task.status).toBe('running')
  await service.send('DELETE', `/api/boxes/${first.id}`, headers)
  await orders.raisePrice()
  const before = await orders.tokensOf()
  const { agentReply } = await second.say(`watch ${executor.address} min tip 0.00001`)
  const [card] = agentReply.cards
  expect(card).toMatchObject({ kind: 'transaction', data: { wallet: executor.address, order: id } })
  const [{ transaction }] = card.data.steps as [{ transaction: { to: Hex; data: Hex; gasLimit: string } }]
  const { to, data, gasLimit } = transaction
  const { status } = await service.devnet.submit(EXECUTOR, { to, data, gas: BigInt(gasLimit) })
  expect(status).toBe('success')
  expect(before - (await orders.tokensOf())).toBe(UNITS)
  const { agentReply: later } = await second.say(`watch ${executor.address} for 1 seconds`)
  expect(later.content).toMatch(/^No order was ready within 1 seconds/)
})
