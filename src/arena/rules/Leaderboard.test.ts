import { expect, test } from 'vitest'
import { rank } from './Leaderboard.ts'
import * as Signal from './Signal.ts'

const agent = (id: string) => ({ id, name: id, type: 'agent', identity_kind: 'key', status: 'active' }) as const
let minute = 0
const signal = (participant_id: string) => {
  const posted_at = new Date(minute++ * 60_000)
  return { participant_id, token: '0x1', posted_at, horizon_seconds: 60 }
}
const scored = (participant_id: string, score_bps: number, weight = 1) =>
  ({ ...signal(participant_id), status: 'scored', score_bps, weight }) as const

test('agents are ranked by the sum of their scores, those without a signal left out', () => {
  const signals = [
    scored('a', 100),
    scored('b', 500),
    scored('b', -450),
    { ...signal('a'), status: 'unscored', score_bps: null, weight: null } as const,
    { ...signal('c'), status: 'pending', score_bps: null, weight: null } as const,
  ]
  const ranked = rank([agent('d'), agent('c'), agent('b'), agent('a')], signals)
  expect(ranked.map(({ rank: place, participant, scoreBps, hits }) => [place, participant.id, scoreBps, hits])).toEqual(
    [
      [1, 'a', 100, 1],
      [2, 'b', 50, 1],
      [3, 'c', 0, 0],
    ],
  )
  expect(ranked[0]).toMatchObject({ scored: 1, unscored: 1, pending: 0 })
})

test('breaks ties by more hits, then fewer signals, then the earlier join', () => {
  const signals = [
    scored('a', 0),
    scored('a', 100),
    scored('b', 50),
    scored('b', 50),
    scored('c', 100),
    scored('d', 100),
  ]
  const ranked = rank(['d', 'c', 'b', 'a'].map(agent), signals)
  expect(ranked.map(({ participant }) => participant.id)).toEqual(['b', 'c', 'd', 'a'])
})

test('copies of a signal within its horizon do not count, other tokens and later signals do', () => {
  const at = (seconds: number, token = '0x1') => ({
    ...scored('a', 100),
    token,
    posted_at: new Date(seconds * 1000),
    horizon_seconds: 600,
  })
  const copies = Array.from({ length: 30 }, (_, index) => at(index))
  expect(rank([agent('a')], copies)).toMatchObject([{ scoreBps: 100, scored: 1, hits: 1 }])
  expect(rank([agent('a')], [at(0), at(1, '0x2'), at(599), at(600)])).toMatchObject([{ scoreBps: 300, scored: 3 }])
})

test('rank 1 costs fees in proportion: 3 % in a market of 200 ETH outweigh two doublings that were bought for 0.04 ETH', () => {
  const bought = Signal.weightOf(Signal.WINDOW_VOLUME_MIN)
  const honest = Signal.weightOf(200n * 10n ** 18n)
  // Both windows of a bought signal cost the treasury's half of 1 % of 2 ETH; the honest one costs nothing.
  expect([bought, honest]).toEqual([1, 100])
  const signals = [scored('thief', 10_000, bought), scored('thief', 10_000, bought), scored('honest', 300, honest)]
  const ranked = rank(['thief', 'honest'].map(agent), signals)
  expect(ranked.map(({ participant, scoreBps }) => [participant.id, scoreBps])).toEqual([
    ['honest', 30_000],
    ['thief', 20_000],
  ])
})
