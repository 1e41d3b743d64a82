import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { authorize, type Caller } from '#core/Access.ts'
import type { Call } from '#core/Operation.ts'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'

let service: BoxesService
const caller: Caller = {
  kind: 'key',
  address: '127.0.0.1',
  developerId: 'dev_tools',
  subject: 's',
  keyId: 'key_1',
  scopes: ['api:*'],
}

beforeAll(async () => {
  service = await createBoxesService()
})
afterAll(() => service[Symbol.asyncDispose]())

const WAIT_MS = 60_000

/** Runs a tool as the tool server does: access, input, output by its own schemas, and its work until it settles. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
async function use(name: string, input: object = {}, as: Caller = caller): Promise<any> {
  const tool = service.boxes.tools.find((one) => one.name === name)!
  authorize(tool.access, as)
  const call = {
    caller: as,
    requestId: 'req_1',
    signal: () => new AbortController().signal,
    raw: new Request('http://x/'),
    afterCommit: (work: () => void) => work(),
  }
  const output = await tool.run(tool.input.parse(input) as never, call as unknown as Call)
  const id = tool.work?.pendingIn(output)
  const work = id === undefined ? undefined : await tool.work?.settle(id, WAIT_MS, call as unknown as Call)
  return z.encode(tool.output, work ? work.output : output)
}

test('the five tools are in the order of the tool list, each with all its hints', () => {
  expect(service.boxes.tools.map(({ name }) => name)).toEqual([
    'svc_box_list_agents',
    'svc_box_list',
    'svc_box_create',
    'svc_box_create_session',
    'svc_box_post_session_message',
  ])
})

test('from the list of agents to an answer in five calls', async () => {
  const { agents } = await use('svc_box_list_agents', {}, { kind: 'anonymous', address: '' })
  expect(agents.find(({ id }: { id: string }) => id === 'echo')).toMatchObject({ enabled: true })
  const { box } = await use('svc_box_create', { agentId: 'echo', name: 'by tool' })
  const listed = async () => (await use('svc_box_list')).boxes.find(({ id }: { id: string }) => id === box.id)
  await expect.poll(listed).toMatchObject({ status: 'ready' })
  const { session } = await use('svc_box_create_session', { boxId: box.id, title: 'a talk' })
  expect(session).toMatchObject({ boxId: box.id, channel: 'mcp', title: 'a talk' })
  const said = await use('svc_box_post_session_message', { boxId: box.id, sessionId: session.id, content: 'hello' })
  expect(said).toMatchObject({
    agentReply: { content: 'hello', untrusted: true },
    task: { status: 'completed' },
    next: null,
  })
  const asked = await use('svc_box_post_session_message', {
    boxId: box.id,
    sessionId: session.id,
    content: 'confirm Sell?',
  })
  expect(asked).toMatchObject({
    agentReply: null,
    next: expect.stringMatching(/asks a person.*confirmations\?status=pending/),
  })
})

test('nobody without a key makes a box, and another developer finds none of it', async () => {
  await expect(use('svc_box_create', { agentId: 'echo' }, { kind: 'anonymous', address: '' })).rejects.toThrow(/Send/)
  const { box } = await use('svc_box_create', { agentId: 'echo' })
  const other: Caller = { ...caller, developerId: 'dev_other' }
  await expect(use('svc_box_create_session', { boxId: box.id }, other)).rejects.toThrow(/no box with this id/)
  expect((await use('svc_box_list', {}, other)).boxes).toEqual([])
})
