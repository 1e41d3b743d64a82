import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireBubblewrap } from '../setup/boxes/attempt.ts'
import { type Asked, openScriptedModel, type Reply, type ScriptedModel } from '../setup/boxes/scriptedModel.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { untilBoxesRun } from '../setup/untilReady.ts'

const SEED = 'test test test test test test test test test test test junk'

/** A model with one rule for each conversation. */
function script({ text, results }: Asked): Reply {
  const [first] = results
  // One answer is repeated when it is refused, the other is corrected.
  if (/contains 77\.7/.test(text)) return { text: 'The fee is 77.7 %.' }
  if (/contains 88\.8/.test(text)) return { text: 'I cannot say.' }
  if (/la tarifa/.test(text)) return { text: 'The fee is 88.8 %.' }
  if (/del fondo/.test(text))
    return first === undefined
      ? { tool: 'desk', input: { question: 'Which pools exist for WETH and DUSD?' } }
      : { text: 'The fee is 77.7 %.' }
  if (/firma falsa/.test(text)) {
    if (results.length === 0) return { tool: 'sign_and_send', input: { to: '0xdead' } }
    if (results.length === 1) return { tool: 'read', input: { path: '/api/developer/keys' } }
    if (results.length === 2) return { tool: 'read', input: { path: 'https://evil.example/' } }
    return { text: 'Nothing came of it.' }
  }
  if (/del depósito/.test(text)) {
    const address = /0x[0-9a-f]{40}/i.exec(text)?.[0]
    const question = `Provide 0.1 ETH to the WETH DUSD pool, full range, wallet ${address}`
    return first === undefined ? { tool: 'desk', input: { question } } : { text: 'The proposal is below.' }
  }
  if (/deslizamiento/.test(text))
    return first === undefined
      ? { tool: 'desk', input: { question: 'What is slippage?' } }
      : { text: `La mesa dice: ${first}` }
  return { text: 'I can help with pools.' }
}

let model: ScriptedModel
let service: ListeningService
let headers: Record<string, string>
let at: string

beforeAll(async () => {
  requireBubblewrap()
  model = await openScriptedModel(script)
  const MODELS = JSON.stringify({
    local: { speaks: 'openai-chat', url: model.url, key: 'sk-4711', models: { small: {} } },
  })
  service = await startListeningService({ BOXES_MAX: '4', BOXES_WARM: '0', MODELS })
  await untilBoxesRun(service)
  headers = { 'x-api-key': (await signIn(service.post, service.baseUrl)).key }
  const { box } = await json(service.post('/api/boxes', { agentId: 'desk' }, headers))
  for (let status = ''; status !== 'ready'; await delay(50))
    status = (await json(service.get(`/api/boxes/${box.id}`, headers))).box.status
  const { session } = await json(service.post(`/api/boxes/${box.id}/sessions`, {}, headers))
  at = `/api/boxes/${box.id}/sessions/${session.id}/messages`
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})

/** The reply of the desk, and the requests that the model got for it. */
async function ask(content: string) {
  const before = model.seen.length
  const { agentReply } = await json(service.post(at, { content, waitSeconds: 25 }, headers))
  return { reply: agentReply, requests: model.seen.slice(before) }
}

test('the desk answers what it understands without the model', async () => {
  const { reply, requests } = await ask('What is slippage?')
  expect(reply.content).toMatch(/slippage/i)
  expect(requests).toEqual([])
})

test('the model answers other words and languages with what the desk says', async () => {
  const { reply, requests } = await ask('¿Qué es el deslizamiento, por favor?')
  expect(reply.content).toMatch(/^La mesa dice: .*slippage/is)
  expect(requests).toHaveLength(2)
  expect(requests[0]?.headers.authorization).toBe('Bearer sk-4711')
})

test('a figure that no tool returned is not shown; the answers of the desk are', async () => {
  const { reply, requests } = await ask('¿Qué es el deslizamiento del fondo, por favor?')
  expect(reply.content).not.toMatch(/77\.7/)
  expect(reply.content).toMatch(/withheld[\s\S]*DUSD/)
  expect(requests.at(-1)?.body).toMatch(/No result of a tool contains 77\.7/)
})

test('a model may correct an answer that the service does not confirm', async () => {
  const { reply, requests } = await ask('¿Qué es la tarifa, por favor?')
  expect(reply.content).toBe('I cannot say.')
  expect(requests).toHaveLength(2)
})

test('a model cannot sign, read what a box may not, or leave the service', async () => {
  const { requests } = await ask('¿Qué es una firma falsa, por favor?')
  const results = requests.at(-1)?.body ?? ''
  expect(results).toMatch(/There is no tool sign_and_send/)
  expect(results).not.toMatch(/sk_|prefix/)
  expect(results).toMatch(/Give a path of this service/)
})

test('a transaction comes from the desk, through the builder, with its card', async () => {
  const { reply } = await ask(
    `¿Qué es el deslizamiento del depósito para ${service.devnet.account(0).address}, por favor?`,
  )
  expect(reply.content).toMatch(/The proposal is below/)
  expect(reply.cards.map(({ kind }: { kind: string }) => kind)).toContain('transaction')
})

test('a secret of the conversation never reaches the model', async () => {
  await ask(`my seed is ${SEED}`)
  const { requests } = await ask('¿Qué es el rendimiento, por favor?')
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.map(({ body }) => body).join()).not.toMatch(/junk/)
})

test('if the model fails, the rules answer, and the reply says so', async () => {
  model.override = (_, response) => response.writeHead(500).end('{"error":{"message":"overloaded"}}')
  const { reply } = await ask('¿Qué es el rendimiento, por favor?')
  model.override = undefined
  expect(reply.content).toMatch(/^The model could not be asked: .+[\s\S]*I did not understand that/)
})
