import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { meaning } from '#mandates/rules/describe.ts'
import type { LiquidityGrant } from '#mandates/rules/Grant.ts'
import { write } from '#mandates/rules/Layout.ts'
import { FORMS, type PlainName } from '#mandates/rules/liquidityForms.ts'
import { recognise } from '#mandates/rules/recognise.ts'
import { arm, CALLING_ON_DEPOSIT, deployWilfulToken, placeCallingHook } from '../setup/liquidity/hostilePools.ts'
import { approveEverything } from '../setup/liquidity/limits.ts'
import { HOOK_RISKS, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { type Mandate, OWNER, openMandate } from '../setup/mandates/mandate.ts'

/** Code of a token or a hook that redeems a withdrawal inside a deposit: the chain compares the balance before and after. */

const UNIT = 10n ** 18n
const LIMIT = 10n * UNIT
const WITHDRAWN = 50n * UNIT
const DEADLINE = 2n ** 40n
let lp: TestLp
let opened: Mandate
let tokens: [Address, Address]
let pair: Address
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp({ acceptRisks: HOOK_RISKS })
  opened = await openMandate(lp.devnet)
  const deployed = [await deployWilfulToken(lp, [OWNER]), await deployWilfulToken(lp, [OWNER])]
  tokens = deployed.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)) as [Address, Address]
  await approveEverything(lp, OWNER, tokens)
  await placeCallingHook(lp, CALLING_ON_DEPOSIT)
  await openPair()
})
afterAll(() => lp[Symbol.asyncDispose]())

const names = () => ({ token0Address: tokens[0], token1Address: tokens[1] })
const pairWords = () => ({ token0: BigInt(tokens[0]), token1: BigInt(tokens[1]) })
const limits = (amountPerTrade: bigint) => tokens.map((token) => ({ token, amountPerTrade }))
const held = () => Promise.all(tokens.map((token) => lp.balance(token, opened.owner)))

async function openPair(): Promise<void> {
  const { create } = await lp.ok('/lp/create_classic', {
    walletAddress: opened.owner,
    poolParameters: { ...names(), chainId: 4663 },
    independentToken: { tokenAddress: tokens[0], amount: String(1_000n * UNIT) },
    dependentToken: { tokenAddress: tokens[1], amount: String(1_000n * UNIT) },
  })
  await lp.send(OWNER, create)
  const abi = parseAbi(['function getPair(address, address) view returns (address)'])
  const call = { abi, address: opened.targets.v2Factory, functionName: 'getPair', args: tokens } as const
  pair = await lp.devnet.client.readContract(call)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [opened.targets.v2Router, maxUint256],
  })
  await lp.send(OWNER, { to: pair, data, value: '0x0' })
}

async function openPosition(protocol: 'V3' | 'V4', hooks?: Address): Promise<string> {
  const { create } = await lp.ok('/lp/create', {
    walletAddress: opened.owner,
    chainId: 4663,
    protocol,
    newPool: { ...names(), fee: 3000, tickSpacing: 60, ...(hooks && { hooks }), initialPrice: String(1n << 96n) },
    independentToken: { tokenAddress: tokens[0], amount: String(UNIT) },
    tickBounds: { tickLower: -60, tickUpper: 60 },
  })
  return mintedId(await lp.send(OWNER, create), create.to)
}

/** The call to the manager with which the code of an account withdraws from the pair, in the name of the owner. */
async function withdrawalBy(agent: Address): Promise<{ to: Address; data: Hex }> {
  const spends = [{ token: pair, amountPerTrade: WITHDRAWN }]
  const signed = await opened.sign({ kind: 'liquidity', form: 'v2Decrease', fixed: pairWords(), spends }, { agent })
  const words = { ...pairWords(), liquidity: WITHDRAWN, owner: BigInt(opened.owner), deadline: DEADLINE }
  const free = { amount0Min: 0n, amount1Min: 0n }
  const data = write(FORMS.v2Decrease.layout, { ...words, ...free })
  return {
    to: FRAMEWORK.DelegationManager,
    data: Delegation.redeem(signed, { to: opened.targets.v2Router, value: 0n, data }),
  }
}

const callOf = (form: PlainName, words: Record<string, bigint>): Delegation.Execution => ({
  to: opened.targets[FORMS[form].target],
  value: 0n,
  data: write(FORMS[form].layout, { ...words, owner: BigInt(opened.owner), deadline: DEADLINE }),
})

const tick = (value: bigint) => BigInt.asUintN(256, value)
const WARNING = /a token or a hook that calls the agent .* more than this/

async function meaningOf(grant: LiquidityGrant, signed: Delegation.SignedDelegation): Promise<string> {
  const terms = recognise(signed, opened.targets)?.terms
  return terms ? meaning(grant, terms).join(' ') : ''
}

test('a hook hides a withdrawal in a deposit, and the meaning of the deposit says so', async () => {
  snapshot = await lp.devnet.snapshot()
  await openPosition('V4', CALLING_ON_DEPOSIT)
  const fixed = { ...pairWords(), fee: 3_000n, tickSpacing: 60n, hooks: BigInt(CALLING_ON_DEPOSIT) }
  const grant: LiquidityGrant = { kind: 'liquidity', form: 'v4Create', fixed, spends: limits(LIMIT) }
  const signed = await opened.sign(grant)
  const most = { amount0: 10n * LIMIT, amount1: 10n * LIMIT }
  const range = { tickLower: tick(-60n), tickUpper: tick(60n), liquidity: (LIMIT + WITHDRAWN - UNIT) * 334n }
  const call = callOf('v4Create', { ...fixed, ...most, ...range })
  expect(await opened.refusal(opened.agent, Delegation.redeem(signed, call))).toBe(
    'ERC20BalanceChangeEnforcer:exceeded-balance-decrease',
  )
  await arm(lp, CALLING_ON_DEPOSIT, await withdrawalBy(CALLING_ON_DEPOSIT))
  const before = await held()
  expect((await opened.redeem(signed, call)).status).toBe('success')
  const after = await held()
  for (const [index, amount] of after.entries()) {
    const fall = (before[index] ?? 0n) - amount
    // With what the withdrawal paid out, the deposit took five times its limit.
    expect([fall <= LIMIT, fall + WITHDRAWN > 5n * LIMIT]).toEqual([true, true])
  }
  expect(await meaningOf(grant, signed)).toMatch(WARNING)
  await lp.devnet.revert(snapshot)
})

test('a token hides a withdrawal in a compound, and the meaning of the compound says so', async () => {
  snapshot = await lp.devnet.snapshot()
  const id = BigInt(await openPosition('V3'))
  const fixed = { id, ...pairWords() }
  const grant: LiquidityGrant = { kind: 'liquidity', form: 'v3Compound', fixed, spends: limits(0n) }
  const signed = await opened.sign(grant)
  const free = { fees0Min: 0n, fees1Min: 0n, amount0Min: 0n, amount1Min: 0n }
  const call = callOf('v3Compound', { ...fixed, ...free, amount0: 4n * LIMIT, amount1: 4n * LIMIT })
  expect(await opened.refusal(opened.agent, Delegation.redeem(signed, call))).toBe(
    'ERC20BalanceChangeEnforcer:exceeded-balance-decrease',
  )
  await arm(lp, tokens[0], await withdrawalBy(tokens[0]))
  const position = await liquidity(id)
  expect((await opened.redeem(signed, call)).status).toBe('success')
  expect(await liquidity(id)).toBeGreaterThan(10n * position)
  expect(await meaningOf(grant, signed)).toMatch(WARNING)
  await lp.devnet.revert(snapshot)
})

test('a v3 compound adds withdrawals that were not collected, and its meaning says so', async () => {
  snapshot = await lp.devnet.snapshot()
  const id = BigInt(await openPosition('V3'))
  const abi = parseAbi(['function decreaseLiquidity((uint256, uint128, uint256, uint256, uint256)) payable'])
  const position = await liquidity(id)
  const args = [[id, position / 2n, 0n, 0n, DEADLINE]] as const
  const data = encodeFunctionData({ abi, functionName: 'decreaseLiquidity', args })
  await lp.send(OWNER, { to: opened.targets.positionManager, data, value: '0x0' })
  const left = await liquidity(id)
  const fixed = { id, ...pairWords() }
  const grant: LiquidityGrant = { kind: 'liquidity', form: 'v3Compound', fixed, spends: limits(0n) }
  const signed = await opened.sign(grant)
  const free = { fees0Min: 0n, fees1Min: 0n, amount0Min: 0n, amount1Min: 0n }
  const amounts = { amount0: UNIT / 3n, amount1: UNIT / 3n }
  expect((await opened.redeem(signed, callOf('v3Compound', { ...fixed, ...free, ...amounts }))).status).toBe('success')
  expect(await liquidity(id)).toBeGreaterThan((left * 3n) / 2n)
  expect(await meaningOf(grant, signed)).toMatch(/withdrawals that were not collected/)
  await lp.devnet.revert(snapshot)
})

async function liquidity(id: bigint): Promise<bigint> {
  const abi = parseAbi([
    'function positions(uint256) view returns (uint96, address, address, address, uint24, int24, int24, uint128 liquidity)',
  ])
  const call = { abi, address: opened.targets.positionManager, functionName: 'positions', args: [id] } as const
  return (await lp.devnet.client.readContract(call))[7]
}
