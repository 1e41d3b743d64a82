import { beforeAll, expect, it } from 'vitest'
import type { Prepared, TokenDetail } from '../../api/launchpad.ts'
import { launchpadStatement } from './launchpadStatement.tsx'

const [account, other] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`) as [string, string]
const prepared = (part: Partial<Prepared>) =>
  ({ transaction: null, steps: [], warnings: [], quote: null, simulation: null, ...part }) as unknown as Prepared
const token = { address: other, name: 'Tether USD', symbol: 'USDT', imitates: 'USDT' } as TokenDetail
const quote = { venue: 'curve', side: 'buy', amountIn: String(15n * 10n ** 17n), amountOut: '1', minOut: '1' }

beforeAll(() => void Object.assign(globalThis, { location: { origin: 'https://slipway.test' } }))

it('asks for the amount again from 15 % of price impact on, wherever the review is opened', () => {
  const body = { action: 'buy', from: account, token: other }
  const risksAt = (priceImpactBps: number) =>
    launchpadStatement({ body, token: undefined, prepared: prepared({ quote: { ...quote, priceImpactBps } as never }) })
      .risks
  expect(risksAt(1_499)).toEqual([])
  expect(risksAt(1_500)).toMatchObject([{ confirm: 'type', expected: '1.5' }])
})

it('names a look-alike first, and has a buy of it confirmed', () => {
  const body = { action: 'buy', from: account, token: other }
  expect(launchpadStatement({ body, token, prepared: prepared({}) }).alerts[0]).toMatchObject({
    key: 'lookalike',
    confirm: 'check',
  })
})

it('has every launch confirmed, and a locked buy for another account twice', () => {
  const risksOf = (part: object) =>
    launchpadStatement({
      body: { action: 'create', from: account, ...part },
      token: undefined,
      prepared: prepared({}),
    }).risks.map(({ key, confirm }) => `${key} ${confirm}`)
  expect(risksOf({})).toEqual(['final check'])
  expect(risksOf({ feeHolder: other, lockDays: 30 })).toEqual(['lock check', 'final check'])
  expect(risksOf({ feeHolder: account.toUpperCase(), lockDays: 30 })).toEqual(['final check'])
})

it('shows an unusual warning first and folds the usual ones', () => {
  const warnings = [
    { code: 'unbacked', message: 'Unbacked.' },
    { code: 'opening_surcharge', message: 'Most of it is burned.' },
  ]
  const { alerts, notes } = launchpadStatement({
    body: { action: 'sell', from: account },
    token: undefined,
    prepared: prepared({ warnings }),
  })
  expect(alerts).toMatchObject([{ key: 'opening_surcharge', text: 'Most of it is burned.' }])
  expect(notes).toEqual([warnings[0]])
})
