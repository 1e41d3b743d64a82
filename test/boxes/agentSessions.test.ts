import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'
import { installedAgent } from '../setup/boxes/installedAgent.ts'
import { templatesFolder } from '../setup/boxes/templates.ts'

const opened = new AsyncDisposableStack()
let service: BoxesService
let ada: string

beforeAll(async () => {
  const agents = opened.use(await installedAgent())
  const common = { command: 'recalling-agent', hosts: ['example.com'], scopes: ['lp:build'] }
  const templates = opened.use(
    await templatesFolder(...['load', 'resume', 'forget'].map((way) => ({ ...common, id: way, arguments: [way] })), {
      ...common,
      id: 'poor',
      scopes: [],
    }),
  )
  service = opened.use(
    await createBoxesService({ agentsFolder: agents.path, templatesFolder: templates.path, warm: 0 }),
  )
  ada = await service.developer()
})
afterAll(() => opened.disposeAsync())

async function talk(
  agentId: string,
  body: object = {},
): Promise<{ boxId: string; say(text: string): Promise<string> }> {
  const boxId = await service.readyBox(ada, { agentId, ...body })
  const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
  return { boxId, say: async (text) => (await service.ask(ada, path, text)).body.agentReply.content }
}

const request = (method: string, params: object = {}) =>
  `post ${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}`
const use = (name: string, input: object = {}) => request('tools/call', { name, arguments: input })

/** The result of a tool call, out of the line that the agent prints. */
function resultOf(line: string) {
  const { result } = JSON.parse(line.slice(line.indexOf(' ')))
  return { isError: result.isError === true, ...(result.structuredContent ?? { text: result.content[0].text }) }
}

describe('the tool server inside a box', () => {
  test('offers the operations of the box, and calls them as the box', async () => {
    const { boxId, say } = await talk('load')
    const listed = await say(request('tools/list'))
    expect(JSON.parse(listed.slice(4)).result.tools.map(({ name }: { name: string }) => name)).toEqual([
      'svc_operations',
      'svc_call',
      'svc_propose',
    ])
    const { operations } = resultOf(await say(use('svc_operations')))
    expect(operations.map(({ name }: { name: string }) => name)).toEqual(['probeBox', 'createPosition', 'getOwnBox'])
    expect(resultOf(await say(use('svc_operations', { name: 'getOwnBox' }))).operation).toMatchObject({ path: '/box' })
    expect(resultOf(await say(use('svc_call', { name: 'getOwnBox' }))).result).toMatchObject({ boxId })
    expect(resultOf(await say(use('svc_call', { name: 'probeBox' }))).result).toMatchObject({ kind: 'box', boxId })
  })

  test('refuses what the box may not do, and says what to send', async () => {
    const { say } = await talk('load')
    expect(resultOf(await say(use('svc_call', { name: 'createBox', input: {} })))).toMatchObject({
      isError: true,
      text: expect.stringContaining('name is not an operation that you may call here'),
    })
    const poor = await talk('poor')
    expect(resultOf(await poor.say(use('svc_call', { name: 'probeBox' })))).toMatchObject({
      isError: true,
      text: expect.stringContaining('lp:build'),
    })
  })

  test('shows a proposed transaction as a card of the answer, as the builder made it', async () => {
    const boxId = await service.readyBox(ada, { agentId: 'load' })
    const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
    const input = { walletAddress: `0x${'1'.repeat(40)}`, chainId: 4663 }
    const proposal = use('svc_propose', { title: 'Deposit', name: 'createPosition', input })
    const { agentReply } = (await service.ask(ada, path, proposal)).body
    expect(resultOf(agentReply.content)).toMatchObject({ isError: false, shown: true, summary: 'Deposit 1 ETH.' })
    expect(agentReply.cards).toEqual([
      {
        kind: 'transaction',
        title: 'Deposit',
        words: ['Deposit 1 ETH.'],
        warnings: ['The pool is thin.'],
        data: {
          chainId: 4663,
          wallet: input.walletAddress,
          steps: [
            { title: 'Deposit', why: 'Deposit 1 ETH.', transaction: { to: '0xpool', data: '0x01' }, statement: 's' },
          ],
          rebuild: { method: 'POST', path: '/lp/create', body: input },
        },
      },
    ])
    const other = use('svc_propose', { title: 'x', name: 'probeBox', input })
    expect(resultOf((await service.ask(ada, path, other)).body.agentReply.content)).toMatchObject({ isError: true })
  })

  test('is left out where the owner does not attach it', async () => {
    const { say } = await talk('load', { attachMcp: false })
    await expect(say(request('tools/list'))).rejects.toThrow()
  })
})

describe('after a pause', () => {
  async function pauseAndResume(boxId: string): Promise<void> {
    await service.send('POST', `/${boxId}/pause`, { as: ada, body: {} })
    await service.untilStatus(ada, boxId, 'paused')
    await service.send('POST', `/${boxId}/resume`, { as: ada, body: {} })
    await service.untilStatus(ada, boxId, 'ready')
  }

  test.each(['load', 'resume'])('an agent goes on with its own session by %s, without its replay', async (way) => {
    const { boxId, say } = await talk(way)
    expect(await say('the word is harbour')).toBe('kept')
    await pauseAndResume(boxId)
    expect(JSON.parse(await say('recall'))).toEqual({ opened: way, said: ['the word is harbour'], told: [] })
    expect(resultOf(await say(use('svc_call', { name: 'getOwnBox' }))).result).toMatchObject({ boxId })
    const planted = { path: '.home/sessions/x.json', content: '[]' }
    expect(await service.send('PUT', `/${boxId}/files`, { as: ada, body: planted })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('only the agent writes') },
    })
    const root = (await service.send('GET', `/${boxId}/files?path=`, { as: ada })).body.entries
    expect(root.map(({ name }: { name: string }) => name)).toEqual(['.home'])
  })

  test('an agent that keeps no sessions gets the transcript once', async () => {
    const { boxId, say } = await talk('forget')
    await say('the word is harbour')
    await pauseAndResume(boxId)
    const { opened: way, said, told } = JSON.parse(await say('recall'))
    expect({ way, said }).toEqual({ way: 'new', said: [] })
    expect(told).toEqual([expect.stringMatching(/Person: the word is harbour\n\nYou: kept/)])
    expect(JSON.parse(await say('recall')).told).toEqual([])
  })
})
