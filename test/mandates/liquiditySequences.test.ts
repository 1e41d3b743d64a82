import fc from 'fast-check'
import { type Address, type Hex, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { FORMS, type PlainName } from '#mandates/rules/liquidityForms.ts'
import {
  ALL_FORMS,
  type Case,
  type LiquidityCases,
  openLiquidity,
  plainCall,
  replaced,
  sign,
} from '../setup/mandates/liquidityCases.ts'
import { AGENT } from '../setup/mandates/mandate.ts'

/**
 * Random sequences of an agent with a mandate for each form of liquidity: it fills in the words that are its own as it
 * likes, and tries others. The owner pays at most the amounts of the trades that passed, and the agent gets nothing.
 * `SEED` repeats a run.
 */

const isDeep = inject('deep')
const SEQUENCES = Number(process.env['SEQUENCES'] ?? (isDeep ? 2_000 : 40))
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 38))
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

let opened: LiquidityCases
let snapshot: Hex
const calls = {} as Record<PlainName, Delegation.Execution>
beforeAll(async () => {
  opened = await openLiquidity()
  for (const form of ALL_FORMS) calls[form] = await plainCall(opened.cases[form])
  snapshot = await opened.lp.devnet.snapshot()
})
afterAll(() => opened.lp[Symbol.asyncDispose]())

/** A word of the call that the agent changes: to a share of what it is in hundredths, or to its own address. */
const Change = fc.record({
  place: fc.nat(40),
  share: fc.integer({ min: 0, max: 400 }),
  isOwnAddress: fc.boolean(),
})
const Step = fc.record({
  form: fc.constantFrom(...ALL_FORMS),
  /** Whether the mandate of another form is used. */
  other: fc.option(fc.constantFrom(...ALL_FORMS), { freq: 4 }),
  isFree: fc.boolean(),
  changes: fc.array(Change, { maxLength: 3 }),
})
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never

/** The call of the service with some words changed: those of the agent alone, or any. */
function callOf({ form, isFree, changes }: Step): Delegation.Execution {
  const { layout, fixed } = FORMS[form]
  const { to, value, data } = calls[form]
  const slots = layout.slots.filter(({ name }) => !isFree || !fixed.includes(name))
  const changed = changes.reduce((bytes, { place, share, isOwnAddress }) => {
    const at = slots[place % slots.length]?.at ?? 4
    const before = BigInt(`0x${bytes.slice(2 + at * 2, 66 + at * 2)}`)
    const after = isOwnAddress && !isFree ? BigInt(opened.opened.agent) : (before * BigInt(share)) / 100n
    return replaced(bytes, at, toHex(BigInt.asUintN(256, after), { size: 32 }))
  }, data)
  return { to, value, data: changed }
}

const tokensOf = () => {
  const items = Object.values(opened.cases)
  return [
    ...new Set(
      items.flatMap(({ item, shares }) => [item.token0Address, item.token1Address, ...(shares ? [shares] : [])]),
    ),
  ]
}
const held = (account: Address) => Promise.all(tokensOf().map((token) => opened.lp.balance(token, account)))

/** The most of a token that one trade of a form takes. */
function limitOf({ form, item, shares }: Case, token: Address): bigint {
  const { paid } = FORMS[form]
  if (form === 'v2Decrease') return token === shares ? (item.sharesPerTrade ?? 0n) : 0n
  if (paid.length === 0) return 0n
  if (token === item.token0Address) return item.amount0PerTrade ?? 0n
  return token === item.token1Address ? (item.amount1PerTrade ?? 0n) : 0n
}

async function play(steps: readonly Step[]): Promise<number> {
  const { lp, opened: mandate, cases } = opened
  const tokens = tokensOf()
  const ofAgent = tokens.indexOf(zeroAddress)
  const before = await held(mandate.owner)
  const agentBefore = await held(mandate.agent)
  const allowed = tokens.map(() => 0n)
  let passed = 0
  for (const step of steps) {
    const used = cases[step.other ?? step.form]
    const data = Delegation.redeem(await sign(used), callOf(step))
    const to = FRAMEWORK.DelegationManager
    const { status } = await lp.devnet.submit(AGENT, { to, data, gas: 3_000_000n })
    if (status !== 'success') continue
    passed += 1
    for (const [index, token] of tokens.entries()) allowed[index] = (allowed[index] ?? 0n) + limitOf(used, token)
  }
  const [after, agentAfter] = [await held(mandate.owner), await held(mandate.agent)]
  for (const [index, amount] of after.entries())
    expect((before[index] ?? 0n) - amount).toBeLessThanOrEqual(allowed[index] ?? 0n)
  const gained = agentAfter.map((amount, index) => amount - (agentBefore[index] ?? 0n))
  expect(gained.filter((_, index) => index !== ofAgent).every((amount) => amount === 0n)).toBe(true)
  expect(gained[ofAgent]).toBeLessThan(0n)
  return passed
}

test(`${SEQUENCES} sequences take no more than the amounts of the trades that pass`, async () => {
  let passed = 0
  const property = fc.asyncProperty(fc.array(Step, { minLength: 2, maxLength: 5 }), async (steps) => {
    passed += await play(steps)
    await opened.lp.devnet.revert(snapshot)
    snapshot = await opened.lp.devnet.snapshot()
  })
  await fc.assert(property, { numRuns: SEQUENCES, seed: SEED })
  // A run in which nothing passes, or everything does, would prove nothing.
  expect(passed).toBeGreaterThan(SEQUENCES / 4)
  expect(passed).toBeLessThan(SEQUENCES * 3)
})
