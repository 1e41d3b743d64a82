import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTools } from '../../packages/sdk/src/tools.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { installPeer } from '../setup/peers.ts'
import { sdkClient } from '../setup/sdk/sdkClient.ts'

let service: ListeningService
let key: string
beforeAll(async () => {
  service = await startListeningService()
  const client = sdkClient(service, { wallet: privateKeyToAccount(generatePrivateKey()) })
  key = (await client.createKey({ name: 'adapters' })).key as string
})
afterAll(() => service?.[Symbol.asyncDispose]())

test('the tools are those of the service, and a wrong input is a result that says what to send', async () => {
  const tools = await listTools(sdkClient(service, { key }))
  expect(tools.length).toBe(12)
  expect(tools.every(({ schema }) => schema['type'] === 'object')).toBe(true)
  const create = tools.find(({ name }) => name === 'svc_arena_create_room')
  expect(create?.isReadOnly).toBe(false)
  expect(await create?.run({})).toEqual({ error: expect.stringContaining('topic') })
  expect(await create?.run({ topic: 'By hand' })).toMatchObject({ room: { topic: 'By hand' } })
})

test.each([
  ['ai', 'From the AI SDK'],
  ['langchain', 'From LangChain'],
  ['openAiAgents', 'From OpenAI Agents'],
])('a scripted model calls a tool through the adapter %s', async (name, topic) => {
  const { folder, missing } = await installPeer('adapters')
  if (missing !== undefined) return
  const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/${name}.mjs`, service.url, key])
  expect(JSON.parse(stdout)).toEqual({ text: 'Done.', topic })
})
