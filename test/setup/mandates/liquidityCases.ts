import { type Address, concat, type Hex, parseUnits, slice, zeroAddress } from 'viem'
import type { DescribedPool } from '#devnet/describe.ts'
import type * as Delegation from '#mandates/rules/Delegation.ts'
import { FORMS, type PlainName } from '#mandates/rules/liquidityForms.ts'
import { grantOf } from '#mandates/rules/liquidityPolicy.ts'
import type { LiquidityItem } from '#mandates/wire/mandates.ts'
import { type Body, mintedId, startTestLp, type TestLp } from '../liquidity/lp.ts'
import { type Mandate, OWNER, openMandate } from './mandate.ts'

/** A liquidity call of one form: how it is built, and the item of a policy that covers it. */
export type Case = { form: PlainName; path: string; body: object; item: LiquidityItem; shares?: Address }

let lp: TestLp
let opened: Mandate

export type LiquidityCases = { lp: TestLp; opened: Mandate; cases: Record<PlainName, Case> }

/** An owner with a position of each protocol and the approvals for many deposits. */
export async function openLiquidity(): Promise<LiquidityCases> {
  lp = await startTestLp()
  opened = await openMandate(lp.devnet)
  return { lp, opened, cases: await openCases() }
}

type Pool = DescribedPool
export const dollar = (): Address => {
  const found = lp.devnet.description.tokens.find(({ symbol }) => symbol === 'DUSD')
  if (!found) throw new Error('The development chain has no DUSD.')
  return found.address
}
/** A pool of the dollar and another token. */
export const poolOf = (protocol: string, isNative: boolean, fee: number): Pool => {
  const found = lp.devnet.description.pools.find(
    (pool) =>
      pool.protocol === protocol &&
      pool.fee === fee &&
      !pool.hooks &&
      [pool.token0, pool.token1].includes(dollar()) &&
      (pool.token0 === zeroAddress) === isNative,
  )
  if (!found) throw new Error(`The development chain has no ${protocol} pool with fee ${fee}.`)
  return found
}

export const RANGE_TICK = 600_000
export const DOLLARS = parseUnits('1', 6)
export const base = () => ({ walletAddress: opened.owner, chainId: 4663, slippageTolerance: 1 })
const names = ({ token0, token1 }: Pool) => ({ token0Address: token0, token1Address: token1 })
const deposit = () => ({ independentToken: { tokenAddress: dollar(), amount: String(DOLLARS) } })
const creating = (pool: Pool) => ({
  ...base(),
  protocol: pool.protocol,
  existingPool: { ...names(pool), poolReference: pool.reference },
  ...deposit(),
  ...range(pool),
})
const range = ({ tickSpacing }: Pool) => ({
  tickBounds: {
    tickLower: -Math.floor(RANGE_TICK / tickSpacing) * tickSpacing,
    tickUpper: Math.floor(RANGE_TICK / tickSpacing) * tickSpacing,
  },
})

/** Sends what an answer lists, from the owner. */
async function sendAll({ calls }: Body) {
  let last: Awaited<ReturnType<TestLp['send']>> | undefined
  for (const { to, data, value } of calls) last = await lp.send(OWNER, { to, data, value: value ?? '0x0' })
  if (!last) throw new Error('Nothing was sent.')
  return last
}

/** A position of the owner, and the approvals for further deposits. */
async function openPosition(pool: Pool): Promise<string> {
  const { v3PositionManager, v4PositionManager } = lp.devnet.description.contracts
  const receipt = await sendAll(await lp.ok('/lp/create', creating(pool)))
  await approveMuch(pool)
  return mintedId(receipt, pool.protocol === 'V3' ? v3PositionManager : v4PositionManager)
}

/** The owner approves a hundred deposits. */
async function approveMuch(pool: Pool): Promise<void> {
  const amount = String(parseUnits('1000', 18))
  const lpTokens = [pool.token0, pool.token1].map((tokenAddress) => ({ tokenAddress, amount }))
  const request = { walletAddress: opened.owner, chainId: 4663, protocol: pool.protocol, lpTokens, action: 'CREATE' }
  const approval = await lp.ok('/lp/check_approval', { ...request, generatePermitAsTransaction: true })
  for (const { transaction } of approval.transactions) await lp.send(OWNER, transaction)
}

/** About six thousand dollars of the dollar or of MOON. */
const worth = (token: Address) => (token === dollar() ? parseUnits('6000', 6) : parseUnits('12000', 18))

async function openCases(): Promise<Record<PlainName, Case>> {
  const pools = {
    v2: poolOf('V2', false, 3_000),
    v3: poolOf('V3', false, 10_000),
    v4: poolOf('V4', false, 3_000),
    native: poolOf('V4', true, 500),
  }
  const shares = pools.v2.reference as Address
  await sendAll(await lp.ok('/lp/create_classic', classic(pools.v2)))
  await approveMuch(pools.v2)
  const removing = { ...base(), protocol: 'V2', ...names(pools.v2), liquidityPercentageToDecrease: 10 }
  const { approvals } = await lp.ok('/lp/decrease', removing)
  for (const { transaction } of approvals) await lp.send(OWNER, transaction)
  const ids = {
    v3: await openPosition(pools.v3),
    v4: await openPosition(pools.v4),
    native: await openPosition(pools.native),
  }
  await lp.trade({ ...pools.native, protocol: 'V4' }, [parseUnits('2', 18), parseUnits('6000', 6)])
  await lp.trade({ ...pools.v3, protocol: 'V3' }, [worth(pools.v3.token0), worth(pools.v3.token1)])
  const item = (action: LiquidityItem['action'], pool: Pool, id?: string): LiquidityItem => ({
    action,
    protocol: pool.protocol,
    token0Address: pool.token0,
    token1Address: pool.token1,
    fee: pool.fee,
    tickSpacing: pool.tickSpacing,
    amount0PerTrade: pool.token0 === dollar() ? 2n * DOLLARS : parseUnits('50', 18),
    amount1PerTrade: pool.token1 === dollar() ? 2n * DOLLARS : parseUnits('50', 18),
    sharesPerTrade: parseUnits('1', 16),
    ...(id && { tokenId: BigInt(id) }),
  })
  const increase = (pool: Pool, id?: string) => ({
    path: '/lp/increase',
    body: { ...base(), protocol: pool.protocol, ...names(pool), ...deposit(), nftTokenId: id },
    item: item('increase', pool, id),
  })
  const create = (pool: Pool) => ({ path: '/lp/create', body: creating(pool), item: item('create', pool) })
  const decrease = (pool: Pool, id?: string) => ({
    path: '/lp/decrease',
    body: { ...base(), protocol: pool.protocol, ...names(pool), liquidityPercentageToDecrease: 10, nftTokenId: id },
    item: item('decrease', pool, id),
  })
  return {
    v2Create: {
      form: 'v2Create',
      path: '/lp/create_classic',
      body: classic(pools.v2),
      item: item('create', pools.v2),
      shares,
    },
    v2Decrease: { form: 'v2Decrease', ...decrease(pools.v2), shares },
    v3Create: { form: 'v3Create', ...create(pools.v3) },
    v3Increase: { form: 'v3Increase', ...increase(pools.v3, ids.v3) },
    v3Decrease: { form: 'v3Decrease', ...decrease(pools.v3, ids.v3) },
    v3Compound: {
      form: 'v3Compound',
      path: '/lp/compound',
      body: { ...base(), protocol: 'V3', tokenId: ids.v3 },
      item: { ...item('compound', pools.v3, ids.v3), amount0PerTrade: undefined, amount1PerTrade: undefined },
    },
    v4Create: { form: 'v4Create', ...create(pools.v4) },
    v4CreateNative: { form: 'v4CreateNative', ...create(pools.native) },
    v4Increase: { form: 'v4Increase', ...increase(pools.v4, ids.v4) },
    v4IncreaseNative: { form: 'v4IncreaseNative', ...increase(pools.native, ids.native) },
    v4Decrease: { form: 'v4Decrease', ...decrease(pools.native, ids.native) },
    v4Claim: {
      form: 'v4Claim',
      path: '/lp/claim_fees',
      body: { walletAddress: opened.owner, chainId: 4663, protocol: 'V4', tokenId: ids.native },
      item: item('claim', pools.native, ids.native),
    },
    v4Compound: {
      form: 'v4Compound',
      path: '/lp/compound',
      body: { ...base(), protocol: 'V4', tokenId: ids.native },
      item: item('compound', pools.native, ids.native),
    },
  }
}

const classic = (pool: Pool) => ({
  walletAddress: opened.owner,
  slippageTolerance: 1,
  poolParameters: { ...names(pool), chainId: 4663 },
  ...deposit(),
})

export const ALL_FORMS = Object.keys(FORMS) as PlainName[]
export const sign = ({ item, shares }: Case) => opened.sign(grantOf(item, shares))
export const built = (body: Body): { to: Address; from: Address; data: Hex; value: Hex; gasLimit: string } =>
  body.create ?? body.increase ?? body.decrease ?? body.claim ?? body.transaction
export const targetOf = (form: PlainName) => opened.targets[FORMS[form].target]

/** The call that the service builds for the owner itself. */
export async function plainCall({ path, body, form }: Case): Promise<Delegation.Execution> {
  const { data, value } = built(await lp.ok(path, body))
  return { to: targetOf(form), data, value: BigInt(value) }
}

export const replaced = (data: Hex, at: number, word: Hex) =>
  concat([slice(data, 0, at), word, at + 32 < (data.length - 2) / 2 ? slice(data, at + 32) : '0x'])
