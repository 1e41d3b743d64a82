import { type Address, type Hex, maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { pinsOf } from '#mandates/rules/Layout.ts'
import { FORMS } from '#mandates/rules/liquidityForms.ts'
import type { CompoundOrder, ExitOrder, RerangeOrder } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import { deployWilfulToken, placeTakingHook, set, TAKING_HOOK } from '../setup/liquidity/hostilePools.ts'
import { approveEverything } from '../setup/liquidity/limits.ts'
import { type Body, HOOK_RISKS, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { type Mandate, OWNER, openMandate, signDelegation } from '../setup/mandates/mandate.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** A hook that takes a share of withdrawals, and an agent that chooses their minimums. */

const UNIT = 10n ** 18n
const WHOLE = 10_000
let service: TestService
let lp: TestLp
let opened: Mandate
let tokens: [Address, Address]
let tokenId: string
/** A position in a pool without a hook. */
let plainId: string
beforeAll(async () => {
  service = await startTestService()
  lp = await startTestLp({ devnet: service.devnet, acceptRisks: HOOK_RISKS })
  opened = await openMandate(service.devnet)
  const deployed = [await deployWilfulToken(lp, [OWNER]), await deployWilfulToken(lp, [OWNER])]
  tokens = deployed.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)) as [Address, Address]
  await approveEverything(lp, OWNER, tokens)
  await placeTakingHook(lp)
  tokenId = await openPosition(TAKING_HOOK)
  plainId = await openPosition()
})
afterAll(async () => {
  await lp[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const names = () => ({ token0Address: tokens[0], token1Address: tokens[1] })

async function openPosition(hooks?: Address): Promise<string> {
  const { create } = await lp.ok('/lp/create', {
    walletAddress: opened.owner,
    chainId: 4663,
    protocol: 'V4',
    newPool: { ...names(), fee: 3000, tickSpacing: 60, ...(hooks && { hooks }), initialPrice: String(1n << 96n) },
    independentToken: { tokenAddress: tokens[0], amount: String(10n * UNIT) },
    tickBounds: { tickLower: -60, tickUpper: 60 },
  })
  return mintedId(await lp.send(OWNER, create), create.to)
}

test('could take all of a withdrawal without minimums on the real contracts', async () => {
  const fixed = { id: BigInt(tokenId), token0: BigInt(tokens[0]), token1: BigInt(tokens[1]) }
  const signed = await opened.sign({ kind: 'liquidity', form: 'v4Decrease', fixed, spends: [] })
  const free = { liquidity: 10n ** 21n, amount0Min: 0n, amount1Min: 0n, deadline: 2n ** 40n }
  const [pin] = pinsOf(FORMS.v4Decrease.layout, { ...fixed, ...free })
  const data: Hex = `${FORMS.v4Decrease.layout.data.slice(0, 10) as Hex}${pin?.bytes.slice(2) ?? ''}`
  await set(lp, TAKING_HOOK, [0, WHOLE])
  const held = () => Promise.all(tokens.map((token) => lp.balance(token, opened.owner)))
  const before = await held()
  const receipt = await opened.redeem(signed, { to: opened.targets.v4PositionManager, value: 0n, data })
  expect(receipt.status).toBe('success')
  expect(await held()).toEqual(before)
  for (const token of tokens) expect(await lp.balance(token, TAKING_HOOK)).toBeGreaterThan(UNIT)
})

test.each(['decrease', 'claim', 'compound', 'claimMany'])('no mandate for %s is prepared', async (action) => {
  const until = Number(await opened.now()) + 86_400
  const item = { action, protocol: 'V4' }
  const liquidity = [
    action === 'claimMany' ? { ...item, tokenIds: [tokenId, plainId] } : { ...item, tokenId, ...names() },
  ]
  const policy = { owner: opened.owner, agent: opened.agent, actions: ['liquidity'], until, liquidity }
  const response = await service.post('/api/mandates/prepare', policy)
  const { message } = (await response.json()) as Body
  expect([response.status, message]).toEqual([400, expect.stringMatching(/its hook can take the withdrawn or added/)])
})

test.each(['v4Decrease', 'v4Claim', 'v4Compound', 'v4ClaimMany2x2'] as const)(
  'an explanation warns of %s that was signed by hand, and of none without the hook',
  async (form) => {
    const plain = { token0: BigInt(tokens[0]), token1: BigInt(tokens[1]) }
    const warningsOf = async (id: string) => {
      const ids = form === 'v4ClaimMany2x2' ? { id0: BigInt(plainId), id1: BigInt(id) } : { id: BigInt(id) }
      const signed = await opened.sign({ kind: 'liquidity', form, fixed: { ...ids, ...plain }, spends: [] })
      const typedData = Delegation.typedData(signed, 4663)
      const response = await service.post('/api/explain', { chainId: 4663, from: opened.owner, typedData })
      const { warnings } = (await response.json()) as Body
      return warnings.map(({ code }: Body) => code)
    }
    expect(await warningsOf(tokenId)).toEqual(expect.arrayContaining(['WIDE_MANDATE', 'UNKNOWN_HOOK']))
    expect(await warningsOf(plainId)).toEqual([])
  },
)

const refusal = async (response: Response) => [response.status, ((await response.json()) as Body)['message']]
const key = () => ({ currency0: tokens[0], currency1: tokens[1], fee: 3_000, tickSpacing: 60, hooks: TAKING_HOOK })

test('no compound is prepared, and none that was signed by hand is published', async () => {
  const until = Number(await opened.now()) + 86_400
  const request = { owner: opened.owner, tokenId, amount0: '1000', until }
  const expected = [400, expect.stringMatching(/whose hook can take fees/)]
  expect(await refusal(await service.post('/api/orders/compounds/prepare', request))).toEqual(expected)
  const range = { tickLower: -60, tickUpper: 60, amount0Max: 1n, amount1Max: 1n }
  const order: CompoundOrder = {
    kind: 'compound',
    owner: opened.owner,
    token: opened.targets.v4PositionManager,
    ...{ amount: 1n, outMin: 1n, outMax: maxUint256, tip: 0n, until: BigInt(until), nonce: 0n },
    compound: { tokenId: BigInt(tokenId), pool: poolIdOf(key()), tokens, ...range },
  }
  const signed = await signDelegation(service.devnet, OWNER, orderDelegation(order, opened.targets, 2n))
  expect(await refusal(await service.post('/api/orders', { signed: Delegation.encode(signed) }))).toEqual(expected)
})

test('no move is prepared, and none that was signed by hand is published', async () => {
  const until = Number(await opened.now()) + 86_400
  const range = { tickLower: 0, tickUpper: 120 }
  const request = { owner: opened.owner, tokenId, side: 'below', ...range, until }
  const expected = [400, expect.stringMatching(/whose hook can take fees and deposits. Use \/lp\/rerange/)]
  expect(await refusal(await service.post('/api/orders/reranges/prepare', request))).toEqual(expected)
  const move = { tokenId: BigInt(tokenId), pool: poolIdOf(key()), key: key(), ...range, liquidity: 1n }
  const order: RerangeOrder = {
    ...{ kind: 'rerange', owner: opened.owner, token: opened.targets.v4PositionManager },
    ...{ amount: 1n, outMin: 1n, outMax: maxUint256, tip: 0n, until: BigInt(until), nonce: 0n },
    rerange: { ...move, side: 'below', boundX96: 1n },
  }
  const signed = await signDelegation(service.devnet, OWNER, orderDelegation(order, opened.targets, 3n))
  expect(await refusal(await service.post('/api/orders', { signed: Delegation.encode(signed) }))).toEqual(expected)
})

test('no exit is prepared, and none that was signed by hand is published', async () => {
  const until = Number(await opened.now()) + 86_400
  const request = { owner: opened.owner, protocol: 'V4', tokenId, priceBelow: '0.999', until }
  const expected = [400, expect.stringMatching(/whose hook can take the withdrawn amounts/)]
  expect(await refusal(await service.post('/api/orders/exits/prepare', request))).toEqual(expected)
  const order: ExitOrder = {
    kind: 'exit',
    owner: opened.owner,
    token: opened.targets.v4PositionManager,
    ...{ amount: 1n, outMin: 1n, outMax: maxUint256, tip: 0n, until: BigInt(until), nonce: 0n },
    position: { protocol: 'V4', tokenId: BigInt(tokenId), pool: poolIdOf(key()), tokens, side: 'below', boundX96: 1n },
  }
  const signed = await signDelegation(service.devnet, OWNER, orderDelegation(order, opened.targets, 1n))
  expect(await refusal(await service.post('/api/orders', { signed: Delegation.encode(signed) }))).toEqual(expected)
})
