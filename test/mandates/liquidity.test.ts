import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbiParameters,
  parseUnits,
  slice,
  toFunctionSelector,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { meaning } from '#mandates/rules/describe.ts'
import { read } from '#mandates/rules/Layout.ts'
import { FORMS, type PlainName } from '#mandates/rules/liquidityForms.ts'
import { grantOf } from '#mandates/rules/liquidityPolicy.ts'
import { recognise } from '#mandates/rules/recognise.ts'
import type { LiquidityItem } from '#mandates/wire/mandates.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { TestLp } from '../setup/liquidity/lp.ts'
import { liquidityOf } from '../setup/liquidity/recipes.ts'
import {
  ALL_FORMS,
  base,
  built,
  type Case,
  DOLLARS,
  dollar,
  openLiquidity,
  plainCall,
  poolOf,
  replaced,
  sign,
  targetOf,
} from '../setup/mandates/liquidityCases.ts'
import { AGENT, type Mandate, OWNER, signDelegation } from '../setup/mandates/mandate.ts'

/** Liquidity under a mandate: every byte of a call is the owner's but the amounts, which are limited. */

let lp: TestLp
let opened: Mandate
let cases: Record<PlainName, Case>
let snapshot: Hex
beforeAll(async () => {
  ;({ lp, opened, cases } = await openLiquidity())
})
afterAll(() => lp[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await lp.devnet.snapshot()
})
afterEach(() => lp.devnet.revert(snapshot))

describe.each(ALL_FORMS)('%s', (form) => {
  const tokensOf = ({ item, shares }: Case) => [item.token0Address, item.token1Address, ...(shares ? [shares] : [])]

  test('is one transaction of the agent, and changes what the owner alone would change', async () => {
    const one = cases[form]
    const mandate = Delegation.encode(await sign(one))
    const answer = await lp.ok(one.path, { ...one.body, mandate })
    const transaction = built(answer)
    expect(transaction).toMatchObject({ from: opened.agent, to: FRAMEWORK.DelegationManager, value: '0x00' })
    expect(answer.summary).toContain(`${opened.agent} sends it under the mandate of ${opened.owner}`)
    const held = (account: Address) => Promise.all(tokensOf(one).map((token) => lp.balance(token, account)))
    const before = await held(opened.owner)
    const tokensOfAgent = (await held(opened.agent)).slice(1)
    const { to, data, gasLimit } = transaction
    expect((await lp.devnet.submit(AGENT, { to, data, gas: BigInt(gasLimit) })).status).toBe('success')
    const after = await held(opened.owner)
    const isDeposit = FORMS[form].action === 'create' || FORMS[form].action === 'increase'
    const changes = after.slice(0, 2).map((amount, index) => amount - (before[index] ?? 0n))
    for (const [index, change] of changes.entries()) {
      const limit = [one.item.amount0PerTrade ?? 0n, one.item.amount1PerTrade ?? 0n][index] ?? 0n
      expect(change).toBeGreaterThanOrEqual(isDeposit ? -limit : 0n)
    }
    if (isDeposit) expect(changes.some((change) => change < 0n)).toBe(true)
    expect((await held(opened.agent)).slice(1)).toEqual(tokensOfAgent)
  })

  test('binds every word of the call but the amounts, the range and the deadline', async () => {
    const one = cases[form]
    const [signed, call] = await Promise.all([sign(one), plainCall(one)])
    const { layout, fixed } = FORMS[form]
    const words = read(layout, call.data)
    expect(words).toBeDefined()
    const free = new Set(layout.slots.filter(({ name }) => !fixed.includes(name)).map(({ at }) => at))
    expect(await opened.refusal(opened.agent, Delegation.redeem(signed, call))).toBeUndefined()
    const places = Array.from(
      { length: Math.floor(((call.data.length - 2) / 2 - 4) / 32) },
      (_, index) => 4 + index * 32,
    )
    const isFree = (at: number) => [...free].some((slot) => at < slot + 32 && slot < at + 32)
    for (const at of places.filter((place) => !isFree(place))) {
      const other = replaced(call.data, at, toHex(BigInt(slice(call.data, at, at + 32)) ^ 3n, { size: 32 }))
      const theft = Delegation.redeem(signed, { ...call, data: other })
      expect(await opened.refusal(opened.agent, theft), `byte ${at}`).toBe('AllowedCalldataEnforcer:invalid-calldata')
    }
    for (const { name, at } of layout.slots.filter((slot) => fixed.includes(slot.name))) {
      const stranger = toHex(BigInt(opened.agent), { size: 32 })
      const theft = Delegation.redeem(signed, { ...call, data: replaced(call.data, at, stranger) })
      expect(await opened.refusal(opened.agent, theft), name).toBe('AllowedCalldataEnforcer:invalid-calldata')
    }
  })

  test('takes no more than the amount per trade', async () => {
    const one = cases[form]
    if (FORMS[form].paid.length === 0 || FORMS[form].isNet) return
    const call = await plainCall(one)
    const small = { ...one, item: { ...one.item, amount0PerTrade: 10n, amount1PerTrade: 10n, sharesPerTrade: 10n } }
    const signed = await sign(small)
    const reason = await opened.refusal(opened.agent, Delegation.redeem(signed, call))
    expect(reason).toMatch(/ERC20BalanceChangeEnforcer:exceeded-balance-decrease|ValueLteEnforcer:value-too-high/)
    const { status, body } = await lp.post(one.path, { ...one.body, mandate: Delegation.encode(signed) })
    expect([status, body.message]).toEqual([400, expect.stringMatching(/are more than the 10 of one trade: send less/)])
  })

  test('is read back from its caveats, and from no weaker ones', async () => {
    const signed = await sign(cases[form])
    expect(recognise(signed, opened.targets)?.grant).toMatchObject({ kind: 'liquidity', form })
    for (const [index, { enforcer }] of signed.caveats.entries()) {
      const weaker = signed.caveats.filter((_, place) => place !== index)
      const found = recognise({ ...signed, caveats: weaker }, opened.targets)
      expect(found, `without ${enforcer}`).toBeUndefined()
    }
    expect(Delegation.decode(Delegation.encode(signed))).toEqual(signed)
  })
})

describe('refused before it is built', () => {
  const refusal = async (one: Case, changed: object, mandate?: Hex) => {
    const signed = mandate ?? Delegation.encode(await sign(one))
    const { status, body } = await lp.post(one.path, { ...one.body, mandate: signed, ...changed })
    return [status, body.message]
  }

  test('another position', async () => {
    const other = { ...cases.v3Decrease, item: { ...cases.v3Decrease.item, tokenId: 2n } }
    const mandate = Delegation.encode(await sign(other))
    expect(await refusal(cases.v3Decrease, {}, mandate)).toEqual([400, 'The mandate covers position 2 alone.'])
  })

  test('another pool', async () => {
    const other = { ...cases.v3Create, item: { ...cases.v3Create.item, fee: 500 } }
    const mandate = Delegation.encode(await sign(other))
    expect(await refusal(cases.v3Create, {}, mandate)).toEqual([400, 'The mandate covers fee 500 alone.'])
  })

  test.each([
    ['a burn', 'v4Decrease', { liquidityPercentageToDecrease: 100, burn: true }, /in its plain form: leave out burn/],
    ['a mandate of another path', 'v3Increase', {}, /covers decrease in its plain form/],
  ] as const)('%s', async (_, form, changed, message) => {
    const mandate = form === 'v3Increase' ? Delegation.encode(await sign(cases.v3Decrease)) : undefined
    expect(await refusal(cases[form], changed, mandate)).toEqual([400, expect.stringMatching(message)])
  })

  test('a missing approval', async () => {
    const { item, form } = cases.v3Increase
    const data = concat(['0x095ea7b3', toHex(BigInt(targetOf(form)), { size: 32 }), toHex(0n, { size: 32 })])
    await lp.send(OWNER, { to: item.token0Address, data, value: '0x0' })
    expect(await refusal(cases.v3Increase, {})).toEqual([400, expect.stringMatching(/^No mandate covers approvals/)])
  })

  test.each([['/lp/rerange', { protocol: 'V3', tokenId: '2', tickBounds: { tickLower: -60, tickUpper: 60 } }]])(
    'every mandate at %s',
    async (path, more) => {
      const { status, body } = await lp.post(path, {
        ...base(),
        slippageTolerance: undefined,
        ...more,
        mandate: '0x12',
      })
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^mandate is taken by \/lp\/create, /)])
    },
  )
})

test.each([
  ['v3Compound', /^Worst case: the agent adds all that the position owes you, .* at a price that it has pushed/],
  ['v4Compound', /^Worst case: the agent adds the fees that the position earns at a price that it has pushed/],
] as const)('%s: an agent that adds more than the fees takes nothing of the owner', async (form, worst) => {
  const one = cases[form]
  const [signed, call] = await Promise.all([sign(one), plainCall(one)])
  const slots = FORMS[form].layout.slots.filter(({ name }) => ['liquidity', 'amount0', 'amount1'].includes(name))
  const greater = slots.reduce(
    (data, { at }) => replaced(data, at, toHex(BigInt(slice(data, at, at + 32)) * 100n, { size: 32 })),
    call.data,
  )
  const held = () =>
    Promise.all([one.item.token0Address, one.item.token1Address].map((t) => lp.balance(t, opened.owner)))
  const before = await held()
  expect((await opened.redeem(signed, { ...call, data: greater })).status).toBe('reverted')
  expect(await held()).toEqual(before)
  const terms = recognise(signed, opened.targets)?.terms
  const words = terms && meaning(grantOf(one.item, undefined), terms)[0]
  expect(words).toMatch(worst)
})

test('limits on other tokens than those that a position takes are refused', async () => {
  const one = cases.v3Increase
  const [token0Address, token1Address] = [one.item.token0Address, opened.token].sort((a, b) =>
    BigInt(a) < BigInt(b) ? -1 : 1,
  )
  const item = { ...one.item, token0Address, token1Address } as LiquidityItem
  const mandate = Delegation.encode(await sign({ ...one, item }))
  const { status, body } = await lp.post(one.path, { ...one.body, mandate })
  expect([status, body.message]).toEqual([400, expect.stringMatching(/must name the tokens 0x/)])
})

test('a deadline is the agent’s choice', async () => {
  const one = cases.v4Claim
  const [signed, call] = await Promise.all([sign(one), plainCall(one)])
  const slot = FORMS.v4Claim.layout.slots.find(({ name }) => name === 'deadline')
  const data = replaced(call.data, slot?.at ?? 0, toHex(maxUint256 >> 1n, { size: 32 }))
  expect(await opened.refusal(opened.agent, Delegation.redeem(signed, { ...call, data }))).toBeUndefined()
})

type Part = { signed: Delegation.SignedDelegation; call: Delegation.Execution }

test('several redemptions in one transaction mask no limit of each other', async () => {
  const { item } = cases.v3Create
  // The deposit is above this, and less what the removal pays out it is below.
  const most = (DOLLARS * 95n) / 100n
  const small = { ...item, [item.token0Address === dollar() ? 'amount0PerTrade' : 'amount1PerTrade']: most }
  const [adding, removing] = [await sign({ ...cases.v3Create, item: small }), await sign(cases.v3Decrease)]
  const [deposit, removal] = [await plainCall(cases.v3Create), await plainCall(cases.v3Decrease)]
  const pack = ({ to, value, data }: Delegation.Execution) => concat([to, toHex(value, { size: 32 }), data])
  const mode = toHex(0n, { size: 32 })
  const both = (first: Part, second: Part) => {
    const contexts = [first, second].map(({ signed }) => Delegation.encode(signed))
    const calls = [first, second].map(({ call }) => pack(call))
    const args = [contexts, [mode, mode], calls] as const
    return encodeFunctionData({ abi: Delegation.managerAbi, functionName: 'redeemDelegations', args })
  }
  const [add, remove] = [
    { signed: adding, call: deposit },
    { signed: removing, call: removal },
  ]
  for (const data of [both(add, remove), both(remove, add)])
    expect(await opened.refusal(opened.agent, data)).toBe('ERC20BalanceChangeEnforcer:exceeded-balance-decrease')
})

/** Five units of the dollars of a deposit. */
const PART = 200_000n

test('fees of a v4 position are added on top of the amounts, and the worst case says so', async () => {
  const { item } = cases.v4Increase
  const pool = { ...poolOf('V4', false, 3_000), protocol: 'V4' } as const
  const [dollars, others] = pool.token0 === dollar() ? (['token0', 'token1'] as const) : (['token1', 'token0'] as const)
  await swap(lp, pool, [dollars, parseUnits('5000', 6)])
  await swap(lp, pool, [others, parseUnits('5000', 18)])
  const grant = grantOf({ ...item, amount0PerTrade: 1n, amount1PerTrade: 1n }, undefined)
  const call = await plainCall(cases.v4Increase)
  const slot = FORMS.v4Increase.layout.slots.find(({ name }) => name === 'liquidity')?.at ?? 0
  const part = BigInt(slice(call.data, slot, slot + 32)) / PART
  const data = replaced(call.data, slot, toHex(part, { size: 32 }))
  const signed = await opened.sign(grant)
  const id = item.tokenId ?? 0n
  const before = await liquidityOf(lp, 'V4', id)
  expect((await opened.redeem(signed, { ...call, data })).status).toBe('success')
  expect((await liquidityOf(lp, 'V4', id)) - before).toBe(part)
  const terms = recognise(signed, opened.targets)?.terms
  expect(terms && meaning(grant, terms)[0]).toMatch(/with the fees that the position has earned/)
})

const ORDER = parseAbiParameters([
  'Order order',
  'struct Order { Call[] calls; uint256 tip; address source; bytes query; uint256 min; uint256 max; }',
  'struct Call { address target; uint256 value; bytes data; }',
])

test('the price condition of orders cannot bound a call whose words the agent chooses', async () => {
  const one = cases.v4Claim
  const [signed, call] = await Promise.all([sign(one), plainCall(one)])
  const calls = [{ target: call.to, value: call.value, data: call.data }]
  // A source that always answers, so that the calls alone decide.
  const source = { source: one.item.token1Address, query: toFunctionSelector('totalSupply()') }
  const terms = encodeAbiParameters(ORDER, [{ calls, tip: 0n, ...source, min: 0n, max: maxUint256 }])
  const priced = { ...signed, caveats: [...signed.caveats, { enforcer: ORDER_CONDITION, terms } as const] }
  const both = await signDelegation(lp.devnet, OWNER, priced)
  // The condition wants the signed batch, and the limits on words want a single call.
  expect(await opened.refusal(opened.agent, Delegation.redeem(both, call))).toContain(
    toFunctionSelector('NotTheOrder()'),
  )
  expect(await opened.refusal(opened.agent, Delegation.redeemBatch(both, [call]))).toBe(
    'CaveatEnforcer:invalid-call-type',
  )
})
