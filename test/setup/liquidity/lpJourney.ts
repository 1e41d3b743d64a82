import { type Address, parseAbi, parseUnits, zeroAddress } from 'viem'
import { expect } from 'vitest'
import * as Tick from '#uniswap/Tick.ts'
import { type Body, mintedId, type TestLp, type TradedPool } from './lp.ts'

const chainId = 4663

export type Journey = {
  pool: TradedPool
  /** The pool's address or id where it exists; otherwise the price it is created at. */
  start: { reference: string } | { initialPrice: bigint }
  /** Pay and withdraw the wrapped side as native ETH (v2, v3). */
  native?: boolean
  /** The amount to deposit, in whole tokens. */
  amount: [symbol: string, whole: string]
  permissioned?: boolean
  permitAsTransaction?: boolean
  /** A token keeps a part of each transfer, so that less arrives than was sent. */
  taxed?: boolean
}

type Travel = {
  lp: TestLp
  journey: Journey
  account: number
  wallet: Address
  names: { token0Address: Address; token1Address: Address }
}

const managerAbi = parseAbi([
  'function getPositionLiquidity(uint256 tokenId) view returns (uint128)',
  'function positions(uint256) view returns (uint96, address, address, address, uint24, int24, int24, uint128 liquidity, uint256, uint256, uint128, uint128)',
])

/** One wallet's way through a position: approve, create, earn, increase, claim, withdraw in part and whole. */
export async function travel(lp: TestLp, journey: Journey, account: number): Promise<void> {
  const { pool, native } = journey
  const { weth } = lp.devnet.description.contracts
  const asSent = (token: Address) => (native && token === weth ? zeroAddress : token)
  const names = { token0Address: asSent(pool.token0), token1Address: asSent(pool.token1) }
  const journeying: Travel = { lp, journey, account, wallet: lp.devnet.account(account).address, names }
  const id = await createIt(journeying)
  await earn(journeying)
  await increaseIt(journeying, id)
  if (pool.protocol !== 'V2') await claimIt(journeying, id)
  const before = await liquidityOf(journeying, id)
  await decreaseIt(journeying, id, 40)
  expect(await liquidityOf(journeying, id)).toBe(before - (before * 40n) / 100n)
  await earn(journeying)
  await decreaseIt(journeying, id, 100)
  expect(await liquidityOf(journeying, id)).toBe(0n)
}

async function approved({ lp, journey, account, wallet, names }: Travel, action: 'CREATE' | 'INCREASE') {
  const { protocol } = journey.pool
  const request = {
    walletAddress: wallet,
    protocol,
    chainId,
    action,
    lpTokens: [
      { tokenAddress: names.token0Address, amount: bring(lp, names.token0Address) },
      { tokenAddress: names.token1Address, amount: bring(lp, names.token1Address) },
    ],
    generatePermitAsTransaction: journey.permitAsTransaction ?? false,
    includeGasInfo: true,
  }
  const approval = await lp.ok('/lp/check_approval', request)
  expect(approval.kycRequiredWarnings).toEqual([])
  for (const { transaction, gasFee } of approval.transactions) {
    checkTransaction(transaction, wallet)
    expect(BigInt(gasFee)).toBeGreaterThan(0n)
  }
  const granted = await lp.approve(account, approval)
  const again = await lp.ok('/lp/check_approval', request)
  expect(again.transactions).toEqual([])
  return granted
}

// Enough of everything: what a wallet approves it need not spend.
function bring(lp: TestLp, token: Address): string {
  const { decimals } = lp.devnet.description.tokens.find(({ address }) => address === token) ?? { decimals: 18 }
  return parseUnits('20000', decimals).toString()
}

async function createIt(travel: Travel): Promise<string> {
  const { lp, journey, account, wallet, names } = travel
  const { permit, signature } = await approved(travel, 'CREATE')
  const { pool } = journey
  const common = {
    walletAddress: wallet,
    independentToken: independent(travel),
    simulateTransaction: true,
    ...(permit !== undefined && { batchPermitData: permit, signature }),
  }
  const created =
    pool.protocol === 'V2'
      ? await lp.ok('/lp/create_classic', { ...common, poolParameters: { ...names, chainId }, ...dependent(travel) })
      : await createdIn(travel, { ...common, protocol: pool.protocol, chainId, ...(await place(travel)) })
  expect(created.simulation).toEqual({ ok: true })
  checkTransaction(created.create, wallet)
  const sides = sidesOf(travel, created)
  const receipts: Parameters<typeof mintedId>[0][] = []
  const paid = await lp.paid(account, [names.token0Address, names.token1Address], async () => {
    const receipt = await lp.send(account, created.create)
    receipts.push(receipt)
    return receipt
  })
  expect(paid).toEqual(sides)
  return pool.protocol === 'V2' ? '' : mintedId(receipts[0] as never, created.create.to)
}

/** Creates the position; a hooked pool with native currency is initialised first, as the refusal says. */
async function createdIn({ lp, account, names }: Travel, request: object): Promise<Body> {
  const answer = await lp.post('/lp/create', request)
  const detail = (type: string) => answer.body.details?.find((found: Body) => found.type === type)?.value
  const [to, data, poolReference] = [detail('to'), detail('data'), detail('poolReference')]
  if (answer.status === 200 || !data) return lp.ok('/lp/create', request)
  await lp.devnet.send(account, { to, data })
  return lp.ok('/lp/create', { ...request, newPool: undefined, existingPool: { ...names, poolReference } })
}

// v2 names its amounts by what the caller chose, v3 and v4 by the pool's order.
function sidesOf({ names }: Travel, { token0, token1, independentToken, dependentToken }: Body): bigint[] {
  if (token0) return [BigInt(token0.amount), BigInt(token1.amount)]
  const isFirst = independentToken.tokenAddress === names.token0Address
  const [first, second] = isFirst ? [independentToken, dependentToken] : [dependentToken, independentToken]
  expect([first.tokenAddress, second.tokenAddress]).toEqual([names.token0Address, names.token1Address])
  return [BigInt(first.amount), BigInt(second.amount)]
}

function independent({ lp, journey, names }: Travel) {
  const [symbol, whole] = journey.amount
  const token = symbol === 'ETH' ? { address: zeroAddress, decimals: 18 } : lp.devnet.token(symbol)
  const address = symbol === 'ETH' || Object.values(names).includes(token.address) ? token.address : zeroAddress
  return { tokenAddress: address, amount: parseUnits(whole, token.decimals).toString() }
}

// A new pair is worth what its first depositor says: as much of the other token.
function dependent({ lp, journey, names }: Travel) {
  if ('reference' in journey.start) return {}
  const own = independent({ lp, journey, names } as Travel).tokenAddress
  const other = own === names.token0Address ? names.token1Address : names.token0Address
  return { dependentToken: { tokenAddress: other, amount: (BigInt(bring(lp, other)) / 10n).toString() } }
}

async function place({ lp, journey, names }: Travel) {
  const { pool, start } = journey
  const { fee, tickSpacing, hooks } = pool
  if ('initialPrice' in start) {
    const tick = Tick.fromSqrtRatio(start.initialPrice)
    const newPool = { ...names, fee, tickSpacing, ...(hooks && { hooks }), initialPrice: start.initialPrice.toString() }
    return { newPool, tickBounds: around(tick, tickSpacing) }
  }
  const { pools } = await lp.ok('/lp/pool_info', {
    protocol: pool.protocol,
    poolReferences: [{ protocol: pool.protocol, chainId, referenceIdentifier: start.reference }],
  })
  const existingPool = { ...names, poolReference: start.reference }
  return { existingPool, tickBounds: around(pools[0].currentTick, tickSpacing) }
}

function around(tick: number, spacing: number) {
  return { tickLower: Tick.snap(tick - 3000, spacing), tickUpper: Tick.snap(tick + 3000, spacing) }
}

async function increaseIt(travel: Travel, id: string): Promise<void> {
  const { lp, journey, account, wallet, names } = travel
  const { permit, signature } = await approved(travel, 'INCREASE')
  const answer = await lp.ok('/lp/increase', {
    ...action(travel, id),
    independentToken: independent(travel),
    simulateTransaction: true,
    ...(permit !== undefined && { v4BatchPermitData: permit, signature }),
  })
  expect(answer.simulation).toEqual({ ok: true })
  checkTransaction(answer.increase, wallet)
  const paid = await lp.paid(account, [names.token0Address, names.token1Address], () =>
    lp.send(account, answer.increase),
  )
  const fees = feesOf(answer)
  expect(paid).toEqual([BigInt(answer.token0.amount) - fees[0], BigInt(answer.token1.amount) - fees[1]])
  if (journey.pool.protocol === 'V4') expect(fees.some((fee) => fee > 0n)).toBe(true)
}

async function claimIt(travel: Travel, id: string): Promise<void> {
  const { lp, journey, account, wallet, names } = travel
  await earn(travel)
  const { protocol } = journey.pool
  const answer = await lp.ok('/lp/claim_fees', {
    walletAddress: wallet,
    chainId,
    protocol,
    tokenId: id,
    collectAsWeth: !journey.native,
    ...(journey.permissioned && { permissioned: true }),
    simulateTransaction: true,
  })
  expect(answer.simulation).toEqual({ ok: true })
  checkTransaction(answer.claim, wallet)
  const paid = await lp.paid(account, [names.token0Address, names.token1Address], () => lp.send(account, answer.claim))
  expect(paid).toEqual([-BigInt(answer.token0.amount), -BigInt(answer.token1.amount)])
  expect(paid.every((amount) => amount < 0n)).toBe(true)
}

async function decreaseIt(travel: Travel, id: string, percent: number): Promise<void> {
  const { lp, journey, account, wallet, names } = travel
  if (journey.pool.protocol === 'V2') await approvePair(travel)
  const answer = await lp.ok('/lp/decrease', {
    ...action(travel, id),
    liquidityPercentageToDecrease: percent,
    withdrawAsWeth: !journey.native,
    simulateTransaction: true,
  })
  expect(answer.simulation).toEqual({ ok: true })
  checkTransaction(answer.decrease, wallet)
  const paid = await lp.paid(account, [names.token0Address, names.token1Address], () =>
    lp.send(account, answer.decrease),
  )
  const fees = feesOf(answer)
  const promised = [-BigInt(answer.token0.amount) - fees[0], -BigInt(answer.token1.amount) - fees[1]]
  if (!journey.taxed) return expect(paid).toEqual(promised)
  // The pair pays as stated; a taxed token keeps its part on each hop.
  const [first, second] = paid.map((amount, index) => Number(amount) / Number(promised[index]))
  expect(Math.max(first ?? 0, second ?? 0)).toBe(1)
  expect(Math.min(first ?? 0, second ?? 0)).toBeCloseTo(journey.native ? 0.9801 : 0.99, 6)
}

async function approvePair({ lp, account, wallet, names }: Travel): Promise<void> {
  const lpTokens = [names.token0Address, names.token1Address].map((tokenAddress) => ({ tokenAddress, amount: '0' }))
  const approval = await lp.ok('/lp/check_approval', {
    walletAddress: wallet,
    protocol: 'V2',
    chainId,
    lpTokens,
    action: 'DECREASE',
  })
  await lp.approve(account, approval)
}

function action({ journey, wallet, names }: Travel, id: string) {
  const { protocol } = journey.pool
  return {
    walletAddress: wallet,
    chainId,
    protocol,
    ...names,
    ...(id && { nftTokenId: id }),
    ...(journey.permissioned && { permissioned: true }),
  }
}

async function earn({ lp, journey }: Travel): Promise<void> {
  const { pool } = journey
  const amounts = [pool.token0, pool.token1].map((token) => BigInt(bring(lp, token)) / 20_000n)
  const some = (token: Address, amount: bigint) =>
    token === zeroAddress || token === lp.devnet.token('WETH').address ? amount / 20n : amount
  await lp.trade(pool, [some(pool.token0, amounts[0] ?? 0n) * 3n, some(pool.token1, amounts[1] ?? 0n) * 3n])
}

async function liquidityOf({ lp, journey, wallet }: Travel, id: string): Promise<bigint> {
  const { contracts } = lp.devnet.description
  const read = { abi: managerAbi, args: [BigInt(id || 0)] } as const
  const { client } = lp.devnet
  if (journey.pool.protocol === 'V4') {
    const address = journey.permissioned ? contracts.v4PermissionedPositionManager : contracts.v4PositionManager
    return client.readContract({ ...read, address, functionName: 'getPositionLiquidity' })
  }
  if (journey.pool.protocol === 'V3') {
    return (await client.readContract({ ...read, address: contracts.v3PositionManager, functionName: 'positions' }))[7]
  }
  const { pools } = await lp.ok('/lp/pool_info', {
    protocol: 'V2',
    chainId,
    poolParameters: { tokenAddressA: journey.pool.token0, tokenAddressB: journey.pool.token1 },
  })
  return lp.balance(pools[0].poolReferenceIdentifier, wallet)
}

function feesOf({ uncollectedFees: fees }: Body): [bigint, bigint] {
  return fees ? [BigInt(fees.token0.amount), BigInt(fees.token1.amount)] : [0n, 0n]
}

/** The checks the specification asks of every client. */
export function checkTransaction(transaction: Body, wallet: Address): void {
  expect(transaction.data).toMatch(/^0x([0-9a-f]{2}){4,}$/)
  expect(transaction.to).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(transaction.from).toBe(wallet)
  expect(transaction.value).toMatch(/^0x([0-9a-f]{2})+$/)
  expect(transaction.chainId).toBe(chainId)
  expect(transaction.maxFeePerGas !== undefined && transaction.gasPrice !== undefined).toBe(false)
}
