import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../setup/json.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { connectClient, framed, listenTo, openTaskSession, postRaw, sendRaw } from '../setup/mcp/taskSession.ts'
import { installPython, runPython } from '../setup/pythonPeer.ts'
import { post } from '../setup/requests.ts'

const TOOL = 'svc_box_post_session_message'
const python = await installPython()

let service: ListeningService
let key: string
let session: { boxId: string; sessionId: string }
beforeAll(async () => {
  service = await startListeningService({ BOXES_MAX: '2' })
  ;({ key } = await newKey(service.url))
  const headers = { 'x-api-key': key }
  const { box } = await json(post(`${service.url}/api/boxes`, { agentId: 'echo' }, headers))
  const opened = await json(post(`${service.url}/api/boxes/${box.id}/sessions`, {}, headers))
  session = { boxId: box.id, sessionId: opened.session.id }
})
afterAll(() => service?.[Symbol.asyncDispose]())

type Answer = { structuredContent: { agentReply: { content: string } | null; next: string | null } }
const replyIn = (result: unknown) => (result as Answer).structuredContent.agentReply?.content
const saying = (content: string) => ({ ...session, content })
const ask = (method: string, params: object, as = key) => sendRaw(service.url, as, { method, params: framed(params) })

describe('a client that supports tasks', () => {
  test('gets a task for a long run, which ends with the result of the tool', async () => {
    await using tasks = await openTaskSession(service.url, key)
    const long = await tasks.callTool(TOOL, saying('wait 3000'))
    expect(long.kind).toBe('task')
    const { outcome, lastTask } = await long.settle()
    expect(lastTask?.statusMessage).toBe('The agent has replied.')
    expect(outcome.status === 'completed' && replyIn(outcome.result)).toBe('waiting done')
  })

  test('gets the states of a task that it listens to, the last with the result', async () => {
    const { result } = await ask('tools/call', { name: TOOL, arguments: saying('wait 3000') })
    const taskId = String(result?.['taskId'])
    const states: Record<string, unknown>[] = []
    for await (const { method, params } of listenTo(service.url, key, { taskIds: [taskId] })) {
      if (method === 'notifications/tasks') states.push(params)
      if (states.at(-1)?.['status'] === 'completed') break
    }
    expect(states[0]).toMatchObject({ taskId, status: 'working' })
    expect(replyIn(states.at(-1)?.['result'])).toBe('waiting done')
    const stranger = (await newKey(service.url)).key
    await expect(listenTo(service.url, stranger, { taskIds: [taskId] }).next()).rejects.toThrow(/You have no task/)
  })

  test('cancels a run, and cancelling it again changes nothing', async () => {
    await using tasks = await openTaskSession(service.url, key)
    const long = await tasks.callTool(TOOL, saying('wait 600000'))
    if (long.kind !== 'task') throw new Error('A long run is a task.')
    await long.cancel()
    expect((await long.settle()).outcome.status).toBe('cancelled')
    const again = await ask('tasks/cancel', { taskId: long.handle.taskId })
    expect(again.result).toMatchObject({ resultType: 'complete' })
    const status = async () => (await ask('tasks/get', { taskId: long.handle.taskId })).result?.['status']
    await expect.poll(status).toBe('cancelled')
  })

  test.each([
    [{ action: 'accept', content: { answer: 'allow' } }, 'allowed'],
    [{ action: 'decline' }, 'refused'],
  ] as const)('answers a question of the agent with %o', async (answer, reply) => {
    const asked: object[] = []
    await using tasks = await openTaskSession(service.url, key, (params) => {
      asked.push(params)
      return answer as never
    })
    const execution = await tasks.callTool(TOOL, saying('confirm Shall I?'))
    const { outcome } = await execution.settle()
    expect(asked).toMatchObject([
      {
        message: 'The agent asks: Shall I?',
        requestedSchema: { properties: { answer: { oneOf: [{ title: 'Allow' }, { title: 'Reject' }] } } },
      },
    ])
    expect(outcome.status === 'completed' && replyIn(outcome.result)).toBe(reply)
  })

  test('answers several questions one after the other', async () => {
    const { result } = await ask('tools/call', { name: TOOL, arguments: saying('ask 2') })
    const taskId = String(result?.['taskId'])
    const questions = async () => {
      const { result: task } = await ask('tasks/get', { taskId })
      return Object.keys(task?.['inputRequests'] ?? {})
    }
    await expect.poll(questions).toHaveLength(2)
    const [first = '', second = ''] = await questions()
    const allow = { action: 'accept', content: { answer: 'allow' } }
    expect((await ask('tasks/update', { taskId, inputResponses: { [first]: allow, unknown: allow } })).error).toBe(
      undefined,
    )
    expect(await questions()).toEqual([second])
    const wrong = { [second]: { action: 'accept', content: { answer: 'perhaps' } } }
    expect((await ask('tasks/update', { taskId, inputResponses: wrong })).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('must be one of allow'),
    })
    await ask('tasks/update', { taskId, inputResponses: { [second]: { action: 'decline' } } })
    const status = async () => (await ask('tasks/get', { taskId })).result?.['status']
    await expect.poll(status).toBe('completed')
    expect(replyIn((await ask('tasks/get', { taskId })).result?.['result'])).toBe('1 refused')
  })
})

describe('a task that asks a question', () => {
  const asking = async () => {
    const { result } = await ask('tools/call', { name: TOOL, arguments: saying('confirm Shall I?') })
    const taskId = String(result?.['taskId'])
    const read = async () => ((await ask('tasks/get', { taskId })).result ?? {}) as Record<string, object>
    await expect.poll(async () => (await read())['status']).toBe('input_required')
    return { taskId, read, question: Object.keys((await read())['inputRequests'] ?? {})[0] ?? '' }
  }
  const allow = { action: 'accept', content: { answer: 'allow' } }

  test('is not answered or cancelled over an address that changes nothing, or that does not name its tool', async () => {
    const { taskId, read, question } = await asking()
    for (const path of ['/mcp?readonly=1', '/mcp?tools=svc_box_list'])
      for (const method of ['tasks/update', 'tasks/cancel']) {
        const request = { method, params: framed({ taskId, inputResponses: { [question]: allow } }) }
        const { error } = (await (await postRaw(service.url, key, request, path)).json()) as { error?: object }
        expect(error).toMatchObject({ message: expect.stringMatching(/You have no task/) })
      }
    expect((await read())['status']).toBe('input_required')
    await ask('tasks/cancel', { taskId })
  })

  test('ignores answers to questions that it did not ask', async () => {
    const { taskId, read, question } = await asking()
    const others = Object.fromEntries(Array.from({ length: 25_000 }, (_, n) => [`q${n}`, {}]))
    const { error } = await ask('tasks/update', { taskId, inputResponses: { ...others, [question]: allow } })
    expect(error).toBe(undefined)
    await expect.poll(async () => (await read())['status']).toBe('completed')
  })
})

describe('a client that answers questions but does not support tasks', () => {
  test.each([
    [{ action: 'accept', content: { answer: 'allow' } }, 'allowed'],
    [{ action: 'decline' }, 'refused'],
    [{ action: 'cancel' }, 'refused'],
  ] as const)('is asked within the call, and %o is passed on', async (answer, reply) => {
    const client = await connectClient(service.url, key, { elicitation: {} })
    client.setRequestHandler('elicitation/create', (() => answer) as never)
    expect(replyIn(await client.callTool({ name: TOOL, arguments: saying('confirm Shall I?') }))).toBe(reply)
    await client.close()
  })

  test('is asked again after an answer that is not an option', async () => {
    const answers = ['perhaps', 'allow']
    const client = await connectClient(service.url, key, { elicitation: {} })
    const next = () => ({ action: 'accept', content: { answer: answers.shift() } })
    client.setRequestHandler('elicitation/create', next as never)
    expect(replyIn(await client.callTool({ name: TOOL, arguments: saying('confirm Shall I?') }))).toBe('allowed')
    expect(answers).toEqual([])
    await client.close()
  })
})

test('a client that supports neither learns how to continue', async () => {
  const client = await connectClient(service.url, key)
  const result = await client.callTool({ name: TOOL, arguments: saying('confirm Shall I?') })
  expect((result as unknown as Answer).structuredContent.next).toMatch(/asks a person for permission/)
  await post(`${service.url}/api/boxes/${session.boxId}/sessions/${session.sessionId}/cancel`, {}, { 'x-api-key': key })
  await client.close()
})

describe('progress', () => {
  type Progress = { progress: number; message?: string | undefined }
  const call = { name: TOOL, arguments: {} as Record<string, unknown> }
  const clients: Record<string, () => Promise<{ callTool: LegacyClient['callTool']; close(): Promise<void> }>> = {
    'SDK 1': async () => {
      const client = new LegacyClient({ name: 'test', version: '1' })
      const requestInit = { headers: { 'x-api-key': key } }
      await client.connect(new LegacyTransport(new URL(`${service.url}/mcp`), { requestInit }) as never)
      return client
    },
    'SDK 2': async () => {
      const client = await connectClient(service.url, key)
      const callTool = ((params: never, _: never, options: never) => client.callTool(params, options)) as never
      return { callTool, close: () => client.close() }
    },
  }

  test.each(Object.keys(clients))('of a run reaches %s before its result', async (name) => {
    const client = await clients[name]!()
    const seen: Progress[] = []
    const onprogress = (one: Progress) => void seen.push(one)
    const params = { ...call, arguments: saying('wait 1000') }
    const result = await client.callTool(params, undefined, { onprogress })
    expect(replyIn(result)).toBe('waiting done')
    expect(seen.map(({ message }) => message)).toContain('The agent has written 8 characters.')
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map((_, index) => index + 1))
    await client.close()
  })

  test('a refused call is answered with its status, not with a stream', async () => {
    const params = { name: TOOL, arguments: saying('hello'), _meta: { progressToken: 1 } }
    const response = await post(
      `${service.url}/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { accept: 'application/json, text/event-stream' },
    )
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json'])
    expect(response.headers.get('www-authenticate')).toContain('scope=')
  })
})

describe.skipIf(python.missing).each(['auto', 'legacy'])('the Python SDK in mode %s', (mode) => {
  test('gets progress, and answers a question if its revision supports questions', async () => {
    const said = await runPython(['ask', `${service.url}/mcp`, key, mode, session.boxId, session.sessionId])
    expect(said.map(({ message }) => message)).toContain('The agent has written 8 characters.')
    const replies = said.flatMap(({ reply }) => (reply ? [reply as Answer['structuredContent']] : []))
    expect(replies[0]?.agentReply?.content).toBe('waiting done')
    if (mode === 'legacy') expect(replies[1]?.next).toMatch(/asks a person for permission/)
    else expect(replies[1]?.agentReply?.content).toBe('allowed')
    const path = `${service.url}/api/boxes/${session.boxId}/sessions/${session.sessionId}/cancel`
    await post(path, {}, { 'x-api-key': key })
  })
})

describe('the tasks of others', () => {
  test('cannot be read, answered, cancelled or continued', async () => {
    const { result } = await ask('tools/call', { name: TOOL, arguments: saying('confirm Shall I?') })
    const taskId = String(result?.['taskId'])
    const mine = async () => (await ask('tasks/get', { taskId })).result ?? {}
    await expect.poll(async () => (await mine())['status']).toBe('input_required')
    const [question = ''] = Object.keys(((await mine()) as Record<string, object>)['inputRequests'] ?? {})
    const stranger = (await newKey(service.url)).key
    const inputResponses = { [question]: { action: 'accept', content: { answer: 'allow' } } }
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      expect((await ask(method, { taskId, inputResponses }, stranger)).error?.code).toBe(-32602)
    const continued = { name: TOOL, arguments: saying('x'), requestState: taskId, inputResponses }
    expect((await ask('tools/call', continued, stranger)).result).toMatchObject({
      isError: true,
      structuredContent: { code: 'invalid_argument', message: expect.stringContaining('requestState must be') },
    })
    expect((await mine())['status']).toBe('input_required')
    await ask('tasks/cancel', { taskId })
  })

  test('look like tasks that do not exist, and nobody follows any without the extension or a key', async () => {
    const unknown = { taskId: 'task_0000000000000000000000000a' }
    expect((await ask('tasks/get', unknown)).error?.code).toBe(-32602)
    const undeclared = await sendRaw(service.url, key, { method: 'tasks/get', params: framed(unknown, {}) })
    expect(undeclared.error?.code).toBe(-32021)
    expect((await ask('tasks/get', unknown, '')).error?.message).toMatch(/key|sign/i)
    expect((await ask('tasks/list', {})).error?.code).toBe(-32601)
  })
})
