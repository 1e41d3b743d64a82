import { type Address, concatHex, encodeAbiParameters, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { held, runBatch, type TestBatch, withFreshBatch } from '../setup/batch.ts'
import { arm, deployWilfulToken, set } from '../setup/liquidity/hostilePools.ts'
import { type Body, mintedId } from '../setup/liquidity/lp.ts'

/** Tokens whose code runs in the middle of a batch, and takes what it finds. */

const WALLET = 5
const STRANGER = 8
const UNIT = 10n ** 18n
const chainId = 4663
const SWEEP = 0x14
const V4 = parseAbi(['function modifyLiquidities(bytes unlockData, uint256 deadline) payable'])
const ROUTER = parseAbi(['function execute(bytes commands, bytes[] inputs) payable'])

let batch: TestBatch
withFreshBatch((started) => {
  batch = started
})

const address = (account: number) => batch.devnet.account(account).address
const contract = (name: 'v4PositionManager' | 'universalRouter') => batch.devnet.description.contracts[name] as Address
const dusd = () => batch.devnet.token('DUSD').address

let token: Address
let hostile: Body
beforeEach(async () => {
  token = await deployWilfulToken(batch.lp, [WALLET])
  hostile = await openPosition('V4', 3000)
})

/** A position of the hostile token and native ETH, in a pool of its own. */
async function openPosition(protocol: 'V3' | 'V4', fee: number): Promise<Body> {
  const [first, second] = protocol === 'V4' ? [zeroAddress, token] : inOrder(batch.devnet.token('WETH').address, token)
  const pair = { token0Address: first, token1Address: second }
  const answer = await batch.ok('/lp/create', {
    ...{ walletAddress: address(WALLET), chainId, protocol },
    newPool: { ...pair, fee, tickSpacing: 60, initialPrice: String(1n << 96n) },
    independentToken: { tokenAddress: token, amount: String(UNIT) },
    tickBounds: { tickLower: -6000, tickUpper: 6000 },
    acceptRisks: ['PRICE_OFF_MARKET'],
  })
  const [receipt] = (await sendAll(answer)).slice(-1)
  const parameters = { tokenAddressA: first, tokenAddressB: second, fee, tickSpacing: 60 }
  const { pools } = await batch.ok('/lp/pool_info', { protocol, chainId, poolParameters: parameters })
  const tokenId = mintedId(receipt as never, answer.create.to)
  return { ...pair, tokenId, poolReference: pools[0].poolReferenceIdentifier }
}

function inOrder(a: Address, b: Address): [Address, Address] {
  return BigInt(a) < BigInt(b) ? [a, b] : [b, a]
}

async function sendAll({ calls }: Body) {
  const receipts = []
  for (const call of calls) receipts.push(await batch.lp.send(WALLET, call))
  return receipts
}

/** Takes the hostile position out, then provides trusted tokens: its code runs while approvals of the next call are near. */
async function operations() {
  const { token0Address, token1Address, tokenId } = hostile
  const pool = batch.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  const existingPool = { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
  return [
    {
      operation: 'lpDecrease',
      body: { protocol: 'V4', token0Address, token1Address, nftTokenId: tokenId, liquidityPercentageToDecrease: 60 },
    },
    {
      operation: 'lpCreate',
      body: {
        ...{ protocol: 'V4', existingPool, tickBounds: { tickLower: -199_200, tickUpper: -193_200 } },
        independentToken: { tokenAddress: dusd(), amount: '900000000' },
      },
    },
    {
      operation: 'lpIncrease',
      body: {
        ...{ protocol: 'V4', token0Address, token1Address, nftTokenId: tokenId },
        independentToken: { tokenAddress: token, amount: String(UNIT / 10n) },
        acceptRisks: ['PRICE_OFF_MARKET'],
      },
    },
  ]
}

async function prepare(parts: readonly object[]): Promise<Body> {
  const wallet = address(WALLET)
  return batch.ok('/api/batch/prepare', { walletAddress: wallet, chainId, atomic: true, operations: parts })
}

/** Sends what a contract holds of a currency to the stranger. */
const sweepManager = (currency: Address) => {
  const input = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [currency, address(STRANGER)])
  const unlockData = encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'bytes[]' }],
    [concatHex([`0x${SWEEP.toString(16)}`]), [input]],
  )
  const args = [unlockData, 1n << 40n] as const
  return {
    to: contract('v4PositionManager'),
    data: encodeFunctionData({ abi: V4, functionName: 'modifyLiquidities', args }),
  }
}
const sweepRouter = (currency: Address) => {
  const words = [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }] as const
  const input = encodeAbiParameters(words, [currency, address(STRANGER), 0n])
  const args = ['0x04', [input]] as const
  return { to: contract('universalRouter'), data: encodeFunctionData({ abi: ROUTER, functionName: 'execute', args }) }
}

const ATTACKS: readonly (readonly [string, () => { to: Address; data: `0x${string}` }])[] = [
  ['sweeps ETH out of the position manager', () => sweepManager(zeroAddress)],
  ['sweeps a trusted token out of the position manager', () => sweepManager(dusd())],
  ['sweeps ETH out of the router', () => sweepRouter(zeroAddress)],
  ['sweeps a trusted token out of the router', () => sweepRouter(dusd())],
]

describe.each([0n, 1n])('at its transfer %i, a token that', (skipped) => {
  test.each(ATTACKS)('%s gets nothing of a batch', async (_name, attack) => {
    const answer = await prepare(await operations())
    const gained = await gainsOf(async () => {
      await arm(batch.lp, token, { ...attack(), skipped })
      const { status, paid } = await runBatch(batch, answer, WALLET)
      if (status === 'reverted') expect([...paid.values()].every((amount) => amount === 0n)).toBe(true)
    })
    expect(gained).toEqual([0n, 0n])
  })
})

test('a token that starts to tax is called not enforced, and takes nothing that is', async () => {
  const answer = await prepare(await operations())
  const lines = [...answer.limits.pay, ...answer.limits.receive]
  expect(lines.filter(({ enforced }: Body) => !enforced).map(({ tokenAddress }: Body) => tokenAddress)).toEqual([token])
  await set(batch.lp, token, [500, 10_000])
  const { status, paid } = await runBatch(batch, answer, WALLET)
  if (status === 'reverted') expect([...paid.values()].every((amount) => amount === 0n)).toBe(true)
})

test.each(ATTACKS)('a token that %s gets nothing of a migration', async (_name, attack) => {
  const target = await openPosition('V3', 3000)
  const existingPool = {
    token0Address: target.token0Address,
    token1Address: target.token1Address,
    poolReference: target.poolReference,
  }
  const body = {
    ...{ protocol: 'V4', tokenId: hostile.tokenId, targetProtocol: 'V3', existingPool },
    tickBounds: { tickLower: -3000, tickUpper: 3000 },
    acceptRisks: ['PRICE_OFF_MARKET'],
  }
  const answer = await prepare([{ operation: 'lpMigrate', body }])
  expect(answer.calls.length).toBeGreaterThan(2)
  const before = await batch.devnet.snapshot()
  expect((await runBatch(batch, answer, WALLET)).status).toBe('success')
  await batch.devnet.revert(before)
  const gained = await gainsOf(async () => {
    await arm(batch.lp, token, { ...attack(), skipped: 0n })
    await runBatch(batch, answer, WALLET)
  })
  expect(gained).toEqual([0n, 0n])
})

/** The gains of the stranger in ETH and in the trusted token. */
async function gainsOf(act: () => Promise<void>): Promise<bigint[]> {
  const both = () => Promise.all([zeroAddress, dusd()].map((one) => held(batch, one, address(STRANGER))))
  const before = await both()
  await act()
  return (await both()).map((amount, index) => amount - (before[index] ?? 0n))
}
