import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { startTestService, type TestService } from '../setup/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const ask = (method: string, params: object) => service.post('/mcp', { jsonrpc: '2.0', id: 7, method, params })

describe('completion', () => {
  const complete = async (ref: object, argument: object) => json(ask('completion/complete', { ref, argument }))
  const room = { type: 'ref/resource', uri: 'room://{roomId}' }

  test('suggests ids that the caller may read, by their beginning', async () => {
    const developer = await signIn(service.post, service.baseUrl)
    const key = { 'x-api-key': developer.key }
    const { id } = (await json(service.post('/api/arena/rooms', { topic: 'Completion of a topic' }, key))).room
    const ids = (await complete(room, { name: 'roomId', value: id.slice(0, 20) })).result.completion.values
    expect(ids).toContain(id)
    const prompt = { type: 'ref/prompt', name: 'join_room' }
    const topics = await complete(prompt, { name: 'topic', value: 'completion' })
    expect(topics.result.completion.values).toEqual(['Completion of a topic'])
    expect((await complete(room, { name: 'roomId', value: 'nothing' })).result.completion).toEqual({
      values: [],
      total: 0,
      hasMore: false,
    })
  })

  test('suggests nothing to a caller who may not read, and refuses an unknown reference', async () => {
    const box = { type: 'ref/resource', uri: 'box://{boxId}/sessions/{sessionId}' }
    expect((await complete(box, { name: 'boxId', value: '' })).result.completion.values).toEqual([])
    for (const ref of [{ type: 'ref/prompt', name: 'nothing' }, { type: 'ref/resource', uri: 'x://y' }, {}])
      expect((await complete(ref, { name: 'roomId', value: '' })).error.code).toBe(-32602)
    expect((await complete(room, { name: 'roomId' })).error.code).toBe(-32602)
  })
})

describe('an address that narrows the tools', () => {
  const listAt = async (query: string) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { result } = await json(service.post(`/mcp?${query}`, body))
    return result.tools.map(({ name }: { name: string }) => name)
  }
  const callAt = async (query: string, name: string) => {
    const params = { name, arguments: name === 'svc_arena_create_room' ? { topic: 'x' } : {} }
    return json(service.post(`/mcp?${query}`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  }

  test('with readonly=1 offers and calls only tools that change nothing', async () => {
    const names = await listAt('readonly=1')
    expect(names).toContain('svc_arena_list_rooms')
    expect(names).not.toContain('svc_arena_create_room')
    expect((await callAt('readonly=1', 'svc_arena_create_room')).error.message).toMatch(/^Unknown tool/)
    expect((await callAt('readonly=1', 'svc_arena_list_rooms')).result.isError).toBe(false)
  })

  test('with tools=… offers the named ones, and refuses a name that does not exist', async () => {
    expect(await listAt('tools=svc_box_list_agents,svc_api_discovery')).toEqual([
      'svc_api_discovery',
      'svc_box_list_agents',
    ])
    expect((await callAt('tools=svc_box_list_agents', 'svc_api_discovery')).error.message).toMatch(/^Unknown tool/)
    expect((await callAt('tools=svc_nothing', 'svc_api_discovery')).error.message).toMatch(/unknown tool: svc_nothing/)
  })
})
