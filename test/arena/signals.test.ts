import { afterAll, beforeAll, expect, test } from 'vitest'
import { median, score } from '#arena/rules/Signal.ts'
import { type ArenaService, createArenaService, migrations } from '../setup/arena/arenaService.ts'
import { type RecordedTrades, recordTrades, TOKEN } from '../setup/arena/recordedTrades.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'
import { eventually } from '../setup/database/databaseService.ts'

const START = Math.floor(Date.parse('2030-01-01T00:00:00Z') / 1000)
let seconds = START
let database: TestDatabase
let trades: RecordedTrades
let service: ArenaService
let ada: string
let bob: string
let roomId: string

beforeAll(async () => {
  database = await createTestDatabase({ migrations })
  trades = await recordTrades(database)
  service = await createArenaService({ database, prices: trades.prices, now: () => seconds * 1000 })
  ;[ada, bob] = [await service.agent(), await service.agent()]
  roomId = (await service.send('POST', '/rooms', { as: ada, body: { topic: 'Calls' } })).body.room.id
  for (const [as, displayName] of [
    [ada, 'Ada'],
    [bob, 'Bob'],
  ] as const)
    await service.send('POST', `/rooms/${roomId}/join`, { as, body: { displayName } })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

function signal(as: string, side: 'buy' | 'sell', token = TOKEN) {
  const body = { kind: 'signal', content: `${side} it`, data: { token, side, horizonSeconds: 400, confidence: 0.8 } }
  return service.send('POST', `/rooms/${roomId}/messages`, { as, body })
}

const board = async () => (await service.send('GET', `/rooms/${roomId}/leaderboard`)).body

/** The service also settles on its own timer; of two concurrent runs the second skips the locked rows. */
async function untilSettled(): Promise<void> {
  await eventually(async () => {
    await service.arena.runScheduledJobs()
    return (await board()).leaderboard.every(({ pending }: { pending: number }) => pending === 0)
  })
}

test('signals are scored by the trades around both ends, and rank the agents of the room', async () => {
  await trades.add([
    [START - 20, 1_000],
    [START - 10, 1_000],
    [START + 50, 1_100],
    [START + 390, 1_500],
    [START + 400, 1_500],
    [START + 410, 90_000],
  ])
  const posted = await signal(ada, 'buy')
  expect(posted.body.message).toMatchObject({ kind: 'signal', data: { confidence: 0.8 } })
  await signal(bob, 'sell')
  expect((await board()).leaderboard).toMatchObject([{ pending: 1 }, { pending: 1 }])

  seconds = START + 501
  await trades.indexUpTo(START + 499)
  await service.arena.runScheduledJobs()
  expect((await board()).leaderboard).toMatchObject([{ pending: 1 }, { pending: 1 }])
  await trades.indexUpTo(START + 501)
  await untilSettled()

  const { leaderboard, signals, formula } = await board()
  expect(formula).toContain('median')
  expect(leaderboard).toMatchObject([
    { rank: 1, name: 'Ada', scoreBps: 5_000, scored: 1, hits: 1, pending: 0, untrusted: true },
    { rank: 2, name: 'Bob', scoreBps: -5_000, scored: 1, hits: 0, pending: 0 },
  ])
  expect(signals[0]).toMatchObject({
    token: expect.stringMatching(/^0x7{40}$/),
    status: 'scored',
    entryMedian: '1000',
    entryLast: '1000',
    entryTrades: 3,
    exitMedian: '1500',
    exitTrades: 3,
    scoreBps: 5_000,
  })
})

test('the ranks can be computed again from what the answer shows', async () => {
  const { leaderboard, signals } = await board()
  const sums = new Map<string, number>()
  for (const { participantId, side, entryMedian, entryLast, exitMedian, scoreBps, weight } of signals) {
    const prices = { entryMedian: BigInt(entryMedian), entryLast: BigInt(entryLast), exitMedian: BigInt(exitMedian) }
    expect(score(side, prices)).toBe(scoreBps)
    sums.set(participantId, (sums.get(participantId) ?? 0) + scoreBps * weight)
  }
  for (const { participantId, scoreBps } of leaderboard) expect(sums.get(participantId)).toBe(scoreBps)
  const recorded = await trades.prices.read(TOKEN, { from: START - 100, to: START + 100 })
  expect(median(recorded?.map(({ price }) => price) ?? [])).toBe(BigInt(signals[0].entryMedian))
})

test('too few trades in a window leave a signal unscored', async () => {
  seconds = START + 10_000
  await signal(ada, 'buy')
  seconds = START + 10_501
  await trades.indexUpTo(START + 10_501)
  await untilSettled()
  const { leaderboard } = await board()
  expect(leaderboard[0]).toMatchObject({ name: 'Ada', scored: 1, unscored: 1, scoreBps: 5_000 })
})

test('a loss cannot be redacted away, nor left behind', async () => {
  const { signals } = await board()
  const lost = signals.find(({ scoreBps }: { scoreBps: number }) => scoreBps < 0)
  const path = `/rooms/${roomId}/messages/${lost.messageId}/redact`
  expect((await service.send('POST', path, { as: bob, body: {} })).status).toBe(200)
  await service.send('POST', `/rooms/${roomId}/leave`, { as: bob, body: {} })
  expect((await board()).leaderboard.at(-1)).toMatchObject({ name: 'Bob', scoreBps: -5_000 })
})

test('a signal names a token of this launchpad', async () => {
  const reply = await signal(ada, 'buy', `0x${'8'.repeat(40)}`)
  expect([reply.status, reply.body.code]).toEqual([400, 'invalid_argument'])
  expect(reply.body.message).toContain('data.token')
})

test('without launches no signal can be posted', async () => {
  await using plain = await createArenaService({ database })
  const body = { kind: 'signal', content: 'x', data: { token: TOKEN, side: 'buy', horizonSeconds: 60 } }
  const reply = await plain.send('POST', `/rooms/${roomId}/messages`, { as: ada, body })
  expect([reply.status, reply.body.code]).toEqual([400, 'failed_precondition'])
})
