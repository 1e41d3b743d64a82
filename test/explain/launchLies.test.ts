import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { BuiltMessage, BuiltTransaction } from '#core/Statement.ts'
import { randomOf } from '../setup/builtAnswers.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { buildStates, type StateName, type States } from '../setup/launchpad/launchStates.ts'
import { ACTIONS, type Action, CREATIONS } from '../setup/launchpad/preparedActions.ts'

/** Builders of the launchpad that lie: each action in a state that allows it, with lies in bytes and in claims. */

type Lie = <Built extends BuiltTransaction>(built: Built) => Built
const STRANGER = '0x000000000000000000000000000000000BadBad0'
const HONEST: Lie = (built) => built
const BYTES = inject('deep') ? 100 : 4

let lie: Lie = HONEST
let lieOfMessage = (built: BuiltMessage): BuiltMessage => built
/** The transactions that were to be signed since the last request. */
let built: BuiltTransaction[] = []
let service: LaunchService
let states: States
beforeAll(async () => {
  // Hundreds of refusals are expected here; the setup prints each of them.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  service = await startLaunchService({
    isIndexing: false,
    attest: (attest) => ({
      transaction(honest) {
        built.push(honest)
        return attest.transaction(lie(honest))
      },
      message: (honest) => attest.message(lieOfMessage(honest)),
    }),
  })
  states = await buildStates(service.chain)
})
beforeEach(() => {
  lie = HONEST
  lieOfMessage = (honest) => honest
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service[Symbol.asyncDispose]()
})

async function prepare(body: object): Promise<{ status: number; answer: Record<string, unknown> }> {
  built = []
  const response = await service.post('/api/launchpad/prepare', body)
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

/** A request with a lie in it is refused as one whose readings differ, and carries nothing to sign. */
async function expectRefused(body: object, planted: Lie, words: string): Promise<void> {
  lie = planted
  const { status, answer } = await prepare(body)
  lie = HONEST
  expect(answer, words).toMatchObject({ code: 'internal', details: [{ type: 'READINGS_DIFFER' }] })
  expect([status, 'transaction' in answer, 'statement' in answer], words).toEqual([500, false, false])
}

const claims: [string, Lie][] = [
  ['another target', (honest) => ({ ...honest, to: STRANGER })],
  ['more value', (honest) => ({ ...honest, value: honest.value + 1n })],
  ['bytes that are skipped', (honest) => ({ ...honest, data: `${honest.data}00` as Hex })],
  ['another call', (honest) => withStated(honest, { call: 'divideEth' })],
  ['another term', (honest) => withStated(honest, { terms: { ...honest.stated.terms, token: STRANGER } })],
  ['a payment that is not made', (honest) => withStated(honest, limitsOf(honest, { pay: STRANGER }))],
  ['a payout that is not sure', (honest) => withStated(honest, limitsOf(honest, { receive: STRANGER }))],
  [
    'an approval that is not given',
    (honest) => withStated(honest, { approvals: [{ token: STRANGER, spender: STRANGER, amount: 1n }] }),
  ],
]

function withStated<Built extends BuiltTransaction>(honest: Built, stated: Partial<BuiltTransaction['stated']>): Built {
  return { ...honest, stated: { ...honest.stated, ...stated } }
}

function limitsOf({ stated: { limits } }: BuiltTransaction, more: { pay?: Hex; receive?: Hex }) {
  const pay = more.pay ? [{ token: more.pay, atMost: 1n }] : []
  const receive = more.receive ? [{ token: more.receive, atLeast: 1n }] : []
  return { limits: { pay: [...(limits?.pay ?? []), ...pay], receive: [...(limits?.receive ?? []), ...receive] } }
}

/** Changes one byte of the calldata of one of the steps. */
function changedByte(step: Hex, at: number, bits: number): Lie {
  return (honest) => {
    if (honest.data !== step) return honest
    const byte = Number.parseInt(step.slice(at, at + 2), 16) ^ bits
    const data = `${step.slice(0, at)}${byte.toString(16).padStart(2, '0')}${step.slice(at + 2)}` as Hex
    return { ...honest, data }
  }
}

async function expectNoLieSigned(body: object, random: () => number): Promise<void> {
  const { status, answer } = await prepare(body)
  expect(status, JSON.stringify(answer)).toBe(200)
  const steps = built.map(({ data }) => data)
  expect(steps.length).toBeGreaterThan(0)
  for (const [name, planted] of claims) await expectRefused(body, planted, name)
  for (const step of steps)
    for (let count = 0; count < BYTES; count++) {
      const at = 2 + 2 * Math.floor(random() * (step.length / 2 - 1))
      const bits = 1 + Math.floor(random() * 255)
      await expectRefused(body, changedByte(step, at, bits), `bits ${bits} of byte ${at / 2 - 1} of ${step}`)
    }
}

/** A state in which each action can be done. */
const CELLS: [keyof typeof ACTIONS, StateName][] = [
  ['buy for a little', 'part sold'],
  ['buy for a little', 'graduated'],
  ['buy for another, until a deadline', 'part sold'],
  ['buy for another, until a deadline', 'graduated'],
  ['buy of a million tokens', 'in opening'],
  ['sale of some', 'part sold'],
  ['sale of some', 'graduated'],
  ['sale for another, until a deadline', 'part sold'],
  ['sale for another, until a deadline', 'graduated'],
  ['approval', 'part sold'],
  ['claim by the holder of the right', 'pool fees'],
  ['collection', 'pool fees'],
  ['offer of the right', 'part sold'],
  ['withdrawal of the offer', 'offered'],
  ['acceptance by whom it was offered to', 'offered'],
  ['release of the lock', 'locked'],
  ['payment by the fee split', 'fee split'],
]

describe('a false answer of a builder is never signed', () => {
  test.each(CELLS)('in a %s, of a launch that is %s', async (action, state) => {
    const cell = { state: states.tokens[state], states, accounts: service.chain.accounts.slice(0, 4) }
    await expectNoLieSigned(
      (ACTIONS[action] as Action).request(cell),
      randomOf(CELLS.findIndex(([one]) => one === action)),
    )
  })

  test.each(Object.keys(CREATIONS))('in a launch with %s', async (name) => {
    const body = { action: 'create', from: service.chain.accounts[0], name: 'Lie', symbol: 'LIE' }
    await expectNoLieSigned({ ...body, ...CREATIONS[name]?.(states) }, randomOf(name.length))
  })

  test('in a fee split, or in a payment to the treasury', async () => {
    const [from, first, second] = service.chain.accounts
    const shares = [
      { account: first, bps: 4_000 },
      { account: second, bps: 6_000 },
    ]
    await expectNoLieSigned({ action: 'createFeeSplit', from, shares }, randomOf(1))
    await expectNoLieSigned({ action: 'claimTreasury', from, tokens: [states.tokens.graduated.token] }, randomOf(2))
  })

  test('about options that were not requested', async () => {
    const [from] = service.chain.accounts
    const body = { action: 'create', from, name: 'Lie', symbol: 'LIE' }
    await prepare({ ...body, referrer: STRANGER })
    const [referred] = built as [BuiltTransaction]
    await expectRefused(body, (honest) => ({ ...honest, data: referred.data }), 'a referrer')
    await prepare({ ...body, salt: `0x${'Ab'.repeat(32)}` })
    const [salted] = built as [BuiltTransaction]
    await expectRefused(
      { ...body, salt: `0x${'aC'.repeat(32)}` },
      (honest) => ({ ...honest, data: salted.data }),
      'a salt',
    )
  })

  test('in the content that a creator signs', async () => {
    const { token } = states.tokens['part sold']
    const body = { action: 'metadata', from: service.chain.accounts[0], token, description: 'A quill.' }
    expect((await prepare(body)).status).toBe(200)
    const changes = [{ token: STRANGER }, { contentHash: `0x${'00'.repeat(32)}` }, { expiry: '4000000000' }]
    for (const change of changes) {
      lieOfMessage = (honest) => ({
        ...honest,
        typedData: { ...honest.typedData, message: { ...honest.typedData.message, ...change } },
      })
      const { status, answer } = await prepare(body)
      expect([status, answer], JSON.stringify(change)).toMatchObject([500, { details: [{ type: 'READINGS_DIFFER' }] }])
    }
  })
})
