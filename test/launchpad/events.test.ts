import { setTimeout as delay } from 'node:timers/promises'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventStream, readEvents } from '../setup/eventStream.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

let service: LaunchService
let token: Address
let ann: Address
beforeAll(async () => {
  service = await startLaunchService()
  ann = service.chain.accounts[0]!
  await service.chain.mine([Launch.create(ann, { name: 'Followed', symbol: 'FOLLOW' })])
  await service.settled()
  token = (await service.chain.curves())[0]!.token
})
afterAll(() => service[Symbol.asyncDispose]())

async function follow(query = '', lastEventId?: number): Promise<EventStream> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }
  const response = await service.fetch(`/api/launchpad/events${query}`, { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  return readEvents(response)
}
const buy = (wei: string) => service.chain.mine([Launch.buy(ann, token, parseEther(wei))])
const kinds = ({ frames }: EventStream) => frames.map(({ event }) => event)

describe('the stream', () => {
  test('sends the events of all launches, numbered without a gap', async () => {
    await using stream = await follow()
    const { id: start } = await stream.until(({ event }) => event === 'ready')
    await service.chain.mine([Launch.create(ann, { name: 'Loud', symbol: 'LOUD', value: parseEther('0.01') })])
    await stream.until(({ event }) => event === 'progress')
    expect(kinds(stream)).toEqual(['ready', 'token', 'trade', 'progress'])
    expect(stream.frames[1]).toMatchObject({ id: start + 1, data: { symbol: 'LOUD', untrusted: true } })
    expect(stream.frames[2]).toMatchObject({
      id: start + 2,
      data: { side: 'buy', ethAmount: String(parseEther('0.01')) },
    })
  })

  test('sends trades, candles and progress of one token, and nothing of others', async () => {
    await using stream = await follow(`?address=${token}`)
    await stream.until(({ event }) => event === 'ready')
    await service.chain.mine([
      Launch.create(ann, { name: 'Other', symbol: 'OTHER', value: 1000n }),
      Launch.buy(ann, token, 5000n),
    ])
    await stream.until(({ event }) => event === 'candle')
    expect(kinds(stream)).toEqual(['ready', 'trade', 'progress', 'candle'])
    for (const { event, data } of stream.frames.slice(1)) expect([event, data['address']]).toEqual([event, token])
    expect(stream.frames.at(-1)?.data).toMatchObject({ interval: '1m', trades: expect.any(Number) })
  })

  test('continues after the last event a listener has, each once and in order', async () => {
    await using whole = await follow(`?address=${token}&kinds=trade`)
    const { id: start } = await whole.until(({ event }) => event === 'ready')
    for (let i = 1; i <= 5; i++) await buy(`0.00${i}`)
    await whole.until(({ data }) => data['ethAmount'] === String(parseEther('0.005')))
    const trades = whole.frames.filter(({ event }) => event === 'trade')
    expect(trades).toHaveLength(5)
    for (const [index, { id }] of [{ id: start }, ...trades.slice(0, -1)].entries()) {
      await using resumed = await follow(`?address=${token}&kinds=trade`, id)
      await resumed.until((frame) => frame.id === trades.at(-1)?.id)
      expect(resumed.frames).toEqual([expect.objectContaining({ event: 'ready', id }), ...trades.slice(index)])
    }
  })

  test.each([
    ['that was never given out', 10 ** 12],
    ['that is no longer kept', 0],
  ])('says reset to a number %s', async (_, id) => {
    if (id === 0)
      await service.database
        .tables<{ launch_outbox: { seq: number } }>()
        .deleteFrom('launch_outbox')
        .where('seq', '<', 3)
        .execute()
    await using stream = await follow('', id)
    expect(await stream.until(() => true)).toMatchObject({ event: 'reset' })
    expect(await service.get(`/api/launchpad/events?after=${id}`)).toMatchObject({ events: [], reset: true })
  })

  test('sends graduations and reorganisations', async () => {
    await using stream = await follow(`?address=${token}`)
    await stream.until(({ event }) => event === 'ready')
    const snapshot = await service.chain.snapshot()
    await buy('4')
    const { data } = await stream.until(({ event }) => event === 'graduation')
    expect(data['poolId']).toMatch(/^0x/)
    await service.chain.revert(snapshot)
    await buy('0.02')
    await buy('0.03')
    const reorg = await stream.until(({ event }) => event === 'reorg')
    expect(reorg.data['toBlock']).toBeGreaterThanOrEqual(Number(reorg.data['fromBlock']))
    const progress = await stream.until(
      ({ event, id, data: state }) => event === 'progress' && id > reorg.id && state['graduated'] === false,
    )
    expect(progress).toBeTruthy()
    await service.settled()
  })

  test('sends every trade once, however far the index fell behind, to connected and resuming readers', async () => {
    await using stream = await follow(`?address=${token}&kinds=trade`)
    const { id } = await stream.until(({ event }) => event === 'ready')
    service.rpc.set({ faults: { serverError: 1 } })
    const amounts = ['0.0121', '0.0122', '0.0123', '0.0124']
    for (const amount of amounts) {
      await buy(amount)
      for (let i = 0; i < 40; i++) await service.chain.mine()
    }
    service.rpc.set({ faults: {} })
    await service.settled()
    const expected = amounts.map((amount) => String(parseEther(amount)))
    const amountsOf = ({ frames }: EventStream) => frames.slice(1).map(({ data }) => data['ethAmount'])
    await stream.until(({ data }) => data['ethAmount'] === expected.at(-1))
    expect(amountsOf(stream)).toEqual(expected)
    await using resumed = await follow(`?address=${token}&kinds=trade`, id)
    await resumed.until(({ data }) => data['ethAmount'] === expected.at(-1))
    expect(amountsOf(resumed)).toEqual(expected)
  })

  test('cuts off a listener that does not read, and lets it come back', async () => {
    const response = await service.fetch('/api/launchpad/events')
    await using witness = await follow()
    const many = Array.from({ length: 110 }, (_, i) => Launch.create(ann, { name: `Noise ${i}`, symbol: 'NOISE' }))
    await service.chain.mine(many)
    await service.chain.mine(many)
    await service.settled()
    const { lastSeq } = await service.get('/api/launchpad/events?after=999999999')
    // Every event is passed to all listeners in the same turn, so the first one has been cut off by then.
    await witness.until(({ id }) => id === lastSeq)
    await using stream = readEvents(response)
    await stream.ended
    const bytes = stream.frames.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0)
    expect(bytes).toBeLessThan(400 * 1024)
    const last = stream.frames.at(-1)!.id
    if (last < lastSeq) {
      await using resumed = await follow('', last)
      await resumed.until(({ id }) => id === lastSeq)
    }
    expect(stream.frames.length).toBeGreaterThan(50)
  })
})

describe('the long poll', () => {
  test('answers at once with what was missed, and waits when there is nothing', async () => {
    const { lastSeq } = await service.get('/api/launchpad/events?after=0')
    const now = (await service.get(`/api/launchpad/events?after=${lastSeq}`)).lastSeq
    const waiting = service.get(`/api/launchpad/events?address=${token}&kinds=trade&after=${now}&wait=25`)
    await delay(100)
    await buy('0.001')
    const { events, reset } = await waiting
    expect(reset).toBe(false)
    expect(events).toMatchObject([{ kind: 'trade', data: { address: token } }])
    const again = await service.get(`/api/launchpad/events?address=${token}&kinds=trade&after=${now}`)
    expect(again.events).toEqual(events)
  })

  test('gives up quietly after the wait', async () => {
    const { lastSeq } = await service.get('/api/launchpad/events?after=999999999')
    const start = performance.now()
    const body = await service.get(`/api/launchpad/events?after=${lastSeq}&wait=1`)
    expect(body).toEqual({ events: [], lastSeq, reset: false })
    expect(performance.now() - start).toBeGreaterThan(900)
  })
})
