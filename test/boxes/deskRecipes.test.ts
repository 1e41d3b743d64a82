import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskReply } from '#agents/desk/converse.ts'
import type { Json } from '#agents/desk/Service.ts'
import { createDeskChecks, type DeskChecks } from '../setup/boxes/deskChecks.ts'
import { type DeskTalk, startDeskTalk } from '../setup/boxes/deskTalk.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Several steps of liquidity, asked for in words and executed from the card alone. */

let desk: DeskTalk
let chain: DeskChecks
let lp: TestLp
beforeAll(async () => {
  desk = await startDeskTalk()
  chain = createDeskChecks(desk)
  lp = await startTestLp({ devnet: desk.service.devnet })
  await earn(V4_ETH)
  await earn(V3_ETH)
})
afterAll(async () => {
  await lp?.[Symbol.asyncDispose]()
  await desk?.[Symbol.asyncDispose]()
})

const ETHER = 10n ** 18n
type Place = readonly ['V3' | 'V4', readonly [string, string], number]

async function idIn([protocol, symbols, fee]: Place): Promise<string> {
  const { reference } = desk.service.devnet.pool(protocol, [...symbols], { fee })
  const { positions } = await chain.get(`/api/liquidity/positions?owner=${desk.wallet}&chainId=4663`)
  return positions.find(({ poolReference }: Json) => poolReference === reference).tokenId
}

/** Trades in both directions, so that the position has fees of both tokens. */
async function earn([protocol, symbols, fee]: Place): Promise<void> {
  await lp.trade(desk.service.devnet.pool(protocol, [...symbols], { fee }), WORTH)
}

const V4_ETH: Place = ['V4', ['ETH', 'DUSD'], 500]
const V3_ETH: Place = ['V3', ['WETH', 'DUSD'], 500]
const WORTH = [2n * ETHER, 6_000_000_000n] as const

/** The words, the path that the desk builds with, how many transactions it proposes at least, and fields that it sends. */
type Sentence = readonly [string, () => Promise<string> | string, string, number, object?]
const SENTENCES: readonly Sentence[] = [
  ['claims all', () => `claim all my fees for ${desk.wallet}`, '/lp/claim_many', 1],
  [
    'compounds',
    async () => {
      await earn(V4_ETH)
      await settled()
      return `compound position ${await idIn(V4_ETH)} on v4 for ${desk.wallet}`
    },
    '/lp/compound',
    1,
  ],
  [
    'takes one token out',
    async () => `zap out 5% of position ${await idIn(V3_ETH)} on v3 to DUSD for ${desk.wallet}`,
    '/lp/zap_out',
    2,
  ],
  [
    'takes the fees out as one token',
    async () => {
      await earn(V3_ETH)
      await settled()
      return `zap out the fees of position ${await idIn(V3_ETH)} on v3 to DUSD for ${desk.wallet}`
    },
    '/lp/zap_out',
    1,
    { liquidityPercentageToDecrease: 0 },
  ],
  ['migrates', async () => `migrate position ${await idIn(V3_ETH)} from v3 to v4 for ${desk.wallet}`, '/lp/migrate', 2],
  ['adds one token', () => `zap 0.5 ETH into the ETH/DUSD pool on v4 for ${desk.wallet}`, '/lp/zap_in', 1],
  [
    'adds one token to a position',
    async () => `zap 300 DUSD into position ${await idIn(V4_ETH)} on v4 for ${desk.wallet}`,
    '/lp/zap_in',
    2,
  ],
  [
    'adds a token outside the pool',
    () => `zap 300 DUSD into the ETH/MOON pool on v4 for ${desk.wallet}`,
    '/lp/zap_in',
    1,
    { swapPool: expect.anything() },
  ],
  [
    'moves a part of a range',
    async () => `move 40% of position ${await idIn(V4_ETH)} on v4 to between 2200 and 4200 for ${desk.wallet}`,
    '/lp/rerange',
    1,
    { liquidityPercentageToDecrease: 40 },
  ],
  [
    'moves a range',
    async () => `move the range of position ${await idIn(V4_ETH)} on v4 to between 2000 and 4500 for ${desk.wallet}`,
    '/lp/rerange',
    1,
  ],
]

const ROWS = SENTENCES.map(([name, words, path, least, fields = {}]) => [name, words, path, least, fields] as const)

test.each(ROWS)('the desk %s with a card that can be sent as it is', async (_name, words, path, least, fields) => {
  await settled()
  const said = await desk.begin()(await words())
  const [card] = said.cards
  expect([card?.rebuild.path, card?.wallet], said.text).toEqual([path, desk.wallet])
  expect(card?.rebuild.body).toMatchObject(fields)
  expect(card?.steps.length).toBeGreaterThanOrEqual(least)
  expect(said.text).toContain('sign in your own wallet')
  await chain.execute(said)
})

test('a range and a token that are missing are asked for', async () => {
  const ask = desk.begin()
  const moved: DeskReply = await ask(`rebalance position ${await idIn(V4_ETH)} on v4 for ${desk.wallet}`)
  expect(moved.memory.pending).toMatchObject({ topic: 'rerange', missing: 'range' })
  expect((await ask('between 2200 and 4200')).cards[0]?.rebuild.path).toBe('/lp/rerange')
  const out = await desk.begin()(`zap out of position ${await idIn(V3_ETH)} on v3 for ${desk.wallet}`)
  expect(out.memory.pending).toMatchObject({ topic: 'zapOut', missing: 'tokens' })
})

/** State is kept for a moment; the next answer is about what was just mined. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_100))
}
