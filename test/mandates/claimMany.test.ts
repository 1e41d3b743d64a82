import { type Address, encodeFunctionData, erc721Abi, getAddress, type Hex, slice, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { meaning } from '#mandates/rules/describe.ts'
import type { LiquidityGrant } from '#mandates/rules/Grant.ts'
import { formOf } from '#mandates/rules/liquidityForms.ts'
import { claimsGrant } from '#mandates/rules/liquidityPolicy.ts'
import { recognise } from '#mandates/rules/recognise.ts'
import { mintedId, type TestLp } from '../setup/liquidity/lp.ts'
import { base, type LiquidityCases, openLiquidity, replaced, targetOf } from '../setup/mandates/liquidityCases.ts'
import { AGENT, type Mandate, OWNER } from '../setup/mandates/mandate.ts'

/** Claims of several positions under one mandate: every byte of the call is the owner's but the deadline. */

type Claims = { protocol: 'V3' | 'V4'; ids: readonly string[]; tokens: readonly Address[]; grant: LiquidityGrant }

let lp: TestLp
let opened: Mandate
let claims: Record<'V3' | 'V4', Claims>
let snapshot: Hex
beforeAll(async () => {
  const found = await openLiquidity()
  ;({ lp, opened } = found)
  claims = await openClaims(found)
})
afterAll(() => lp[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await lp.devnet.snapshot()
})
afterEach(() => lp.devnet.revert(snapshot))

async function openClaims({ cases }: LiquidityCases): Promise<typeof claims> {
  const { v3Create, v3Decrease, v4Claim, v4Increase } = cases
  const { create } = await lp.ok(v3Create.path, v3Create.body)
  // The second v3 position has no fees yet, and is claimed all the same.
  const second = mintedId(await lp.send(OWNER, create), targetOf('v3Create'))
  const tokensOf = (items: readonly { token0Address: Address; token1Address: Address }[]) => [
    ...new Set(items.flatMap(({ token0Address, token1Address }) => [token0Address, token1Address])),
  ]
  const of = (protocol: 'V3' | 'V4', ids: readonly string[], tokens: readonly Address[]): Claims => {
    const item = { action: 'claimMany', protocol, tokenIds: ids.map(BigInt) } as const
    return { protocol, ids, tokens, grant: claimsGrant(item, protocol === 'V4' ? tokens : []) }
  }
  return {
    V3: of('V3', [String(v3Decrease.item.tokenId), second], tokensOf([v3Decrease.item])),
    V4: of(
      'V4',
      [String(v4Claim.item.tokenId), String(v4Increase.item.tokenId)],
      tokensOf([v4Claim.item, v4Increase.item]),
    ),
  }
}

const body = (protocol: 'V3' | 'V4', ids: readonly string[]) => {
  const { walletAddress, chainId } = base()
  return { walletAddress, chainId, positions: ids.map((tokenId) => ({ protocol, tokenId })) }
}
const target = (protocol: 'V3' | 'V4') => targetOf(protocol === 'V3' ? 'v3Create' : 'v4Create')

describe.each(['V3', 'V4'] as const)('%s', (protocol) => {
  const held = (account: Address) => Promise.all(claims[protocol].tokens.map((token) => lp.balance(token, account)))

  /** The mandate, and the answer under it. */
  async function signed() {
    const { ids, grant } = claims[protocol]
    const mandate = await opened.sign(grant)
    const answer = await lp.ok('/lp/claim_many', { ...body(protocol, ids), mandate: Delegation.encode(mandate) })
    return { mandate, answer }
  }

  function callOf(): Delegation.Execution {
    const { grant } = claims[protocol]
    const { layout } = formOf(grant.form)
    const words: Record<string, bigint> = { ...grant.fixed, owner: BigInt(opened.owner), deadline: 2n ** 40n }
    const data = layout.slots.reduce(
      (bytes, { name, at }) => replaced(bytes, at, toHex(words[name] ?? 0n, { size: 32 })),
      layout.data,
    )
    return { to: target(protocol), value: 0n, data }
  }

  test('is one transaction of the agent, and pays all fees to the owner', async () => {
    const { answer } = await signed()
    const [group] = answer.groups
    expect(answer.groups).toHaveLength(1)
    expect(group.tokenIds).toEqual(claims[protocol].ids)
    expect(group.transaction).toMatchObject({ from: opened.agent, to: FRAMEWORK.DelegationManager, value: '0x00' })
    const [before, ofAgent] = [await held(opened.owner), await held(opened.agent)]
    const { to, data, gasLimit } = group.transaction
    expect((await lp.devnet.submit(AGENT, { to, data, gas: BigInt(gasLimit) })).status).toBe('success')
    const after = await held(opened.owner)
    expect(after.every((amount, index) => amount >= (before[index] ?? 0n))).toBe(true)
    expect(after.some((amount, index) => amount > (before[index] ?? 0n))).toBe(true)
    const gained = (await held(opened.agent)).map((amount, index) => amount - (ofAgent[index] ?? 0n))
    expect(gained.every((amount) => amount <= 0n)).toBe(true)
  })

  test('binds every word but the deadline', async () => {
    const { mandate } = await signed()
    const call = callOf()
    const { layout } = formOf(claims[protocol].grant.form)
    const free = layout.slots.filter(({ name }) => name === 'deadline').map(({ at }) => at)
    expect(await opened.refusal(opened.agent, Delegation.redeem(mandate, call))).toBeUndefined()
    const count = Math.floor(((call.data.length - 2) / 2 - 4) / 32)
    const places = Array.from({ length: count }, (_, index) => 4 + index * 32)
    const isFree = (at: number) => free.some((slot) => at < slot + 32 && slot < at + 32)
    for (const at of places.filter((place) => !isFree(place))) {
      const other = replaced(call.data, at, toHex(BigInt(slice(call.data, at, at + 32)) ^ 3n, { size: 32 }))
      const theft = Delegation.redeem(mandate, { ...call, data: other })
      expect(await opened.refusal(opened.agent, theft), `byte ${at}`).toBe('AllowedCalldataEnforcer:invalid-calldata')
    }
    for (const { name, at } of layout.slots.filter((slot) => slot.name !== 'deadline')) {
      const stranger = replaced(call.data, at, toHex(BigInt(opened.agent), { size: 32 }))
      const theft = Delegation.redeem(mandate, { ...call, data: stranger })
      expect(await opened.refusal(opened.agent, theft), name).toBe('AllowedCalldataEnforcer:invalid-calldata')
    }
  })

  test('is read back from its caveats, and from no weaker ones', async () => {
    const { grant, ids } = claims[protocol]
    const { mandate } = await signed()
    const found = recognise(mandate, opened.targets)
    expect(found?.grant).toEqual(grant)
    expect(found && meaning(grant, found.terms).slice(0, 2).join(' ')).toMatch(
      new RegExp(`nothing is lost.*collect the fees of your ${protocol} positions ${ids.join(', ')} together`),
    )
    for (const index of mandate.caveats.keys()) {
      const caveats = mandate.caveats.toSpliced(index, 1)
      expect(recognise({ ...mandate, caveats }, opened.targets)).toBeUndefined()
    }
  })

  test('refuses other positions, another order, fewer of them, and a swap, before it is built', async () => {
    const { ids, tokens } = claims[protocol]
    const { mandate } = await signed()
    const sent = { mandate: Delegation.encode(mandate) }
    const refusal = async (positions: readonly string[], more: object = {}) =>
      (await lp.post('/lp/claim_many', { ...body(protocol, positions), ...sent, ...more })).body.message
    expect(await refusal(ids.toReversed())).toMatch(/covers positions \d+, \d+ together|in its plain form/)
    expect(await refusal(ids.slice(0, 1))).toMatch(/covers claimMany in its plain form: name exactly its positions/)
    expect(await refusal([...ids, '999999'])).toMatch(/There is no V[34] position 999999/)
    expect(await refusal(ids, { tokenOutAddress: tokens[0] })).toMatch(
      /^tokenOutAddress cannot be combined with mandate/,
    )
  })
})

describe.each(['V3', 'V4'] as const)('a sold position of %s', (protocol) => {
  test('is collected by no mandate of the seller, and stops the claim before it is built', async () => {
    const { ids, grant } = claims[protocol]
    const mandate = await opened.sign(grant)
    const answer = await lp.ok('/lp/claim_many', { ...body(protocol, ids), mandate: Delegation.encode(mandate) })
    const args = [opened.owner, opened.stranger, BigInt(ids[1] ?? 0)] as const
    const sale = encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args })
    await lp.send(OWNER, { to: target(protocol), data: sale, value: '0x0' })
    const { to, data } = answer.groups[0].transaction
    expect((await lp.devnet.submit(AGENT, { to, data })).status).toBe('reverted')
    const refused = await lp.post('/lp/claim_many', { ...body(protocol, ids), mandate: Delegation.encode(mandate) })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toMatch(
      new RegExp(
        `^With a mandate, all positions are collected or none. ${protocol} position ${ids[1]} belongs to ${opened.stranger}`,
      ),
    )
  })
})

test('the longest mandates are read back', async () => {
  const tokenIds = Array.from({ length: 8 }, (_, index) => 2n ** 255n + BigInt(index))
  const tokens = Array.from({ length: 16 }, (_, index) => getAddress(toHex(2n ** 159n + BigInt(index), { size: 20 })))
  for (const protocol of ['V3', 'V4'] as const) {
    const grant = claimsGrant({ action: 'claimMany', protocol, tokenIds }, protocol === 'V4' ? tokens : [])
    const decoded = Delegation.decode(Delegation.encode(await opened.sign(grant)))
    expect(decoded && recognise(decoded, opened.targets)?.grant).toEqual(grant)
  }
})

test('positions of two protocols are refused', async () => {
  const mandate = Delegation.encode(await opened.sign(claims.V3.grant))
  const positions = [...body('V3', claims.V3.ids).positions, ...body('V4', claims.V4.ids).positions]
  const answer = await lp.post('/lp/claim_many', { ...body('V3', []), positions, mandate })
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/must all have the same protocol/)])
})

test('the mandate of another position is refused', async () => {
  const { ids, grant } = claims.V3
  const other = { ...grant, fixed: { ...grant.fixed, id1: 1n } }
  const mandate = Delegation.encode(await opened.sign(other))
  const answer = await lp.post('/lp/claim_many', { ...body('V3', ids), mandate })
  const [first] = ids
  expect([answer.status, answer.body.message]).toEqual([400, `The mandate covers positions ${first}, 1 together.`])
})
