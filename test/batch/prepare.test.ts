import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { held, type Ran, runBatch, type TestBatch, withFreshBatch } from '../setup/batch.ts'
import { factory } from '../setup/launchpad/launchEndpoint.ts'
import { swap } from '../setup/liquidity/limits.ts'
import type { Body } from '../setup/liquidity/lp.ts'

/** Several operations as one batch, executed as one type-4 transaction from the answer alone. */

const WALLET = 6
const OWNER = 0
const PARTNER = 7
const STRANGER = 8
const ETHER = 10n ** 18n
const chainId = 4663
const LAUNCH = 'prepareLaunchTransaction'

let batch: TestBatch
withFreshBatch((started) => {
  batch = started
})

const run = (answer: Body, account = WALLET) => runBatch(batch, answer, account)
const addressOf = (account: number) => batch.devnet.account(account).address
const salt = `0x${'5a'.repeat(32)}` as const

type Part = { operation: string; body: object }
type Asked = { account?: number; atomic?: boolean }

function prepare(operations: readonly Part[], { account = WALLET, atomic = true }: Asked = {}): Promise<Body> {
  return batch.ok('/api/batch/prepare', { walletAddress: addressOf(account), chainId, atomic, operations })
}

const LAUNCH_WITH_SPLIT = (): Part[] => [
  {
    operation: LAUNCH,
    body: {
      action: 'createFeeSplit',
      shares: [
        { account: addressOf(WALLET), bps: 7000 },
        { account: addressOf(PARTNER), bps: 3000 },
      ],
    },
  },
  {
    operation: LAUNCH,
    body: {
      action: 'create',
      name: 'Regatta',
      symbol: 'RGTA',
      value: String(ETHER / 10n),
      feeHolder: '$0.split',
      salt,
    },
  },
]

/** A token that somebody has launched. */
async function launch(): Promise<Address> {
  const body = { action: 'create', from: addressOf(OWNER), name: 'Sail', symbol: 'SAIL', salt }
  const { steps, token } = await batch.ok('/api/launchpad/prepare', body)
  for (const { transaction } of steps) await batch.lp.send(OWNER, transaction)
  return token
}

const GRADUATE = (token: Address): Part[] => [
  { operation: LAUNCH, body: { action: 'buy', token, value: String(4n * ETHER), slippageBps: 100 } },
  {
    operation: 'lpCreate',
    body: {
      protocol: 'V4',
      existingPool: { token0Address: zeroAddress, token1Address: token, poolReference: '$0.poolId' },
      independentToken: { tokenAddress: zeroAddress, amount: String(ETHER / 2n) },
      tickBounds: { tickLower: 174_000, tickUpper: 196_000 },
      acceptRisks: ['HOOK_MAY_LOCK', 'HOOK_MAY_TAKE_DEPOSITS', 'HOOK_MAY_TAKE_WITHDRAWALS', 'PRICE_OFF_MARKET'],
    },
  },
]

async function positions(): Promise<Body[]> {
  const { body } = await batch.lp.get(`/api/liquidity/positions?owner=${addressOf(OWNER)}&chainId=${chainId}`)
  return body.positions
}

async function earn(symbols: [string, string], protocol: 'V3' | 'V4'): Promise<Body> {
  const pool = batch.devnet.pool(protocol, symbols, { fee: 500 })
  await batch.lp.trade(pool, [2n * ETHER, 6_000_000_000n])
  return (await positions()).find(({ poolReference }) => poolReference === pool.reference)
}

/** The fees of a v3 position reach the wallet, and those of a v4 one become liquidity. */
async function claimAndCompound(): Promise<Part[]> {
  const claimed = await earn(['WETH', 'DUSD'], 'V3')
  const compounded = await earn(['ETH', 'DUSD'], 'V4')
  return [
    { operation: 'lpClaimFees', body: { protocol: 'V3', tokenId: claimed.tokenId } },
    { operation: 'lpCompound', body: { protocol: 'V4', tokenId: compounded.tokenId } },
  ]
}

const changesOf = ({ changes }: Body) =>
  new Map(changes.map(({ tokenAddress, change }: Body) => [tokenAddress, -BigInt(change)]))
const moved = ({ paid }: Ran) => new Map([...paid].filter(([, amount]) => amount !== 0n))
const nothing = ({ paid }: Ran) => [...paid.values()].every((amount) => amount === 0n)

const BATCHES: readonly (readonly [string, number, () => Part[] | Promise<Part[]>])[] = [
  ['a launch with a split and a first buy', WALLET, LAUNCH_WITH_SPLIT],
  ['a buy to graduation and a position in the new pool', WALLET, async () => GRADUATE(await launch())],
  ['a claim and a compound', OWNER, claimAndCompound],
]

describe.each(BATCHES)('%s', (_name, account, parts) => {
  test('is one transaction that moves what the simulation says, to the unit', async () => {
    const answer = await prepare(await parts(), { account })
    expect([answer.atomicRequired, answer.steps.length]).toEqual([true, answer.calls.length])
    const ran = await run(answer, account)
    expect([ran.status, moved(ran)]).toEqual(['success', changesOf(answer)])
  })

  test('states limits that a reading of all its calls agrees with', async () => {
    const answer = await prepare(await parts(), { account })
    const [, payload] = answer.statement.split('.')
    const stated = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(stated.calls).toHaveLength(answer.calls.length)
    const { body } = await batch.explain({ from: addressOf(account), calls: answer.calls })
    const inOrder = (list: Body[]) => list.toSorted((a, b) => (a.tokenAddress < b.tokenAddress ? -1 : 1))
    const plain = (list: Body[]) => inOrder(list.map(({ enforced, ...rest }) => rest))
    expect(inOrder(body.limits.pay)).toEqual(plain(answer.limits.pay))
    expect(inOrder(stated.limits.pay)).toEqual(plain(answer.limits.pay))
  })

  test('takes no more step by step than it says, and needs no atomic wallet', async () => {
    const answer = await prepare(await parts(), { account, atomic: false })
    expect([answer.atomicRequired, answer.statement]).toEqual([false, undefined])
    expect(answer.limits.receive.some(({ enforced }: Body) => enforced)).toBe(false)
    const tokens: Address[] = answer.limits.pay.map(({ tokenAddress }: Body) => tokenAddress)
    const before = await Promise.all(tokens.map((token) => held(batch, token, addressOf(account))))
    let fees = 0n
    for (const { transaction } of answer.steps) {
      const { gasUsed, effectiveGasPrice } = await batch.lp.send(account, transaction)
      fees += gasUsed * effectiveGasPrice
      for (const [index, token] of tokens.entries()) {
        const spent =
          (before[index] ?? 0n) - (await held(batch, token, addressOf(account))) - (token === zeroAddress ? fees : 0n)
        expect(spent).toBeLessThanOrEqual(BigInt(answer.limits.pay[index].atMost))
      }
    }
  })
})

test('claims of positions in several pools go together with a compound', async () => {
  const compounded = await earn(['WETH', 'DUSD'], 'V3')
  const wanted = (await positions()).filter(
    ({ protocol, isPermissioned, warnings }) => protocol === 'V4' && !isPermissioned && warnings.length === 0,
  )
  const claimed = wanted.map(({ protocol, tokenId }) => ({ protocol, tokenId }))
  const answer = await prepare(
    [
      { operation: 'lpClaimMany', body: { positions: claimed, collectAsWeth: false } },
      {
        operation: 'lpCompound',
        body: { protocol: 'V3', tokenId: compounded.tokenId, acceptRisks: ['PRICE_OFF_MARKET'] },
      },
    ],
    { account: OWNER },
  )
  const ran = await run(answer, OWNER)
  expect([ran.status, moved(ran)]).toEqual(['success', changesOf(answer)])
})

test('a launch in a batch belongs to the split of the same batch', async () => {
  const answer = await prepare(LAUNCH_WITH_SPLIT())
  expect(answer.steps.map(({ operation }: Body) => operation)).toEqual([0, 1])
  expect((await run(answer)).status).toBe('success')
  const body = { ...LAUNCH_WITH_SPLIT()[0]?.body, from: addressOf(WALLET) }
  const { split, transaction } = await batch.ok('/api/launchpad/prepare', body)
  expect(transaction.data).toBe(answer.steps[0].transaction.data)
  const { tokenAddress, change } = answer.changes.find((one: Body) => one.tokenAddress !== zeroAddress)
  expect([await creatorOf(tokenAddress), await held(batch, tokenAddress, addressOf(WALLET))]).toEqual([
    split,
    BigInt(change),
  ])
})

async function creatorOf(token: Address): Promise<Address> {
  const call = { abi: launchpadAbi, functionName: 'curve', args: [token] } as const
  const { data } = await batch.devnet.client.call({ to: factory.address, data: encodeFunctionData(call) })
  return decodeFunctionResult({ ...call, data: data as Hex }).creator
}

describe('a batch that another transaction precedes', () => {
  test('buys nothing and provides nothing once the tokens cost more than it accepts', async () => {
    const token = await launch()
    const answer = await prepare(GRADUATE(token))
    const rival = { action: 'buy', token, from: addressOf(STRANGER), value: String(ETHER) }
    const { transaction } = await batch.ok('/api/launchpad/prepare', rival)
    await batch.lp.send(STRANGER, transaction)
    const ran = await run(answer)
    expect([ran.status, nothing(ran)]).toEqual(['reverted', true])
  })

  test.each(['token0', 'token1'] as const)('compounds and claims nothing after a push of %s', async (side) => {
    const answer = await prepare(await claimAndCompound(), { account: OWNER })
    const pool = batch.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
    const quiet = await batch.devnet.snapshot()
    await swap(batch.lp, pool, [side, side === 'token0' ? 5n * ETHER : 15_000_000_000n])
    const ran = await run(answer, OWNER)
    expect([ran.status, nothing(ran)]).toEqual(['reverted', true])
    await batch.devnet.revert(quiet)
    await swap(batch.lp, pool, [side, side === 'token0' ? ETHER / 100n : 30_000_000n])
    expect((await run(answer, OWNER)).status).toBe('success')
  })

  test('creates no split without its launch', async () => {
    const answer = await prepare(LAUNCH_WITH_SPLIT())
    // The same name, symbol and salt can be launched by this wallet once.
    const { transaction } = answer.steps[1]
    await batch.lp.send(WALLET, answer.steps[0].transaction)
    await batch.lp.send(WALLET, transaction)
    const ran = await run(answer)
    expect([ran.status, nothing(ran)]).toEqual(['reverted', true])
  })
})

test('approvals of an earlier operation count for a later one', async () => {
  const independentToken = { tokenAddress: batch.devnet.token('DUSD').address, amount: '900000000' }
  const pool = batch.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  const existingPool = { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
  const tickBounds = { tickLower: -199_200, tickUpper: -193_200 }
  const create = { operation: 'lpCreate', body: { protocol: 'V4', existingPool, independentToken, tickBounds } }
  const answer = await prepare([create, create])
  // Permit2 keeps its allowance of the first deposit until both are made.
  const ran = await run(answer)
  expect([ran.status, moved(ran)]).toEqual(['success', changesOf(answer)])
  const allowance = await batch.devnet.client.readContract({
    address: batch.devnet.token('DUSD').address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [addressOf(WALLET), batch.devnet.description.contracts.permit2 as Address],
  })
  expect(allowance).toBeLessThan(900_000_000n / 10n)
})

describe('a batch is refused', () => {
  const refuse = async (operations: readonly object[], more: object = {}) => {
    const request = { walletAddress: addressOf(WALLET), chainId, operations, ...more }
    const { status, body } = await batch.post('/api/batch/prepare', request)
    return { status, code: body.code, message: body.message, details: body.details }
  }
  const buy = (body: object) => ({ operation: LAUNCH, body: { action: 'buy', value: '1000', ...body } })

  test('with no operation, with too many, and with one that is not known', async () => {
    expect(await refuse([])).toMatchObject({ status: 400, code: 'invalid_argument' })
    const seven = Array.from({ length: 7 }, () => LAUNCH_WITH_SPLIT()[0] as Part)
    expect((await refuse(seven)).message).toMatch(/at most 6/)
    expect(await refuse([{ operation: 'lpCheckApproval', body: {} }])).toMatchObject({ status: 400 })
  })

  test.each([
    ['another wallet', { from: '0x000000000000000000000000000000000000bEEF' }, 'operations.0.body.walletAddress'],
    ['another recipient', { recipient: '0x000000000000000000000000000000000000bEEF' }, 'operations.0.body.recipient'],
    ['a field that is not known', { price: '1' }, 'operations.0.body.price'],
    ['another chain', { chainId: 1 }, 'operations.0.body.chainId'],
  ])('for %s in an operation, by its name', async (_name, body, field) => {
    const token = await launch()
    const { status, code, details } = await refuse([buy({ token, ...body })])
    expect([status, code]).toEqual([400, 'invalid_argument'])
    expect(details).toContainEqual({ type: 'field', value: field })
  })

  test('for an allowance that outlives it, but not for one that its own calls use', async () => {
    const token = await launch()
    const approve = { operation: LAUNCH, body: { action: 'approve', token, amount: '1000' } }
    const spender = addressOf(STRANGER)
    const { status, details } = await refuse([{ ...approve, body: { ...approve.body, spender } }])
    expect(status).toBe(400)
    expect(details).toContainEqual({ type: 'field', value: 'operations.0.body.spender' })
    expect((await prepare([approve])).calls).toHaveLength(1)
  })

  test('where a reference has no value', async () => {
    const [split, create] = LAUNCH_WITH_SPLIT()
    const { status, message } = await refuse([create as Part, split as Part])
    expect([status, message]).toEqual([400, expect.stringContaining('Operation 0 does not come before')])
    const other = { ...(create as Part), body: { ...create?.body, feeHolder: '$0.token' } }
    expect((await refuse([split as Part, other])).message).toMatch(/has no token/)
  })

  test('where one operation fails after those before it, and says which', async () => {
    const token = await launch()
    const sell = { operation: LAUNCH, body: { action: 'sell', token, amount: String(10n ** 27n) } }
    const { status, code, details } = await refuse([buy({ token, value: String(ETHER / 100n) }), sell])
    expect([status, code]).toEqual([400, 'failed_precondition'])
    expect(details).toContainEqual({ type: 'operation', value: '1' })
  })

  test('where it signs a message, and on a chain whose calls cannot be simulated in a row', async () => {
    const token = await launch()
    const metadata = { operation: LAUNCH, body: { action: 'metadata', token, metadata: { description: 'A sail.' } } }
    expect(await refuse([metadata])).toMatchObject({ status: 400 })
    const zksync = await refuse([{ operation: 'lpClaimFees', body: { protocol: 'V3', tokenId: '1' } }], {
      chainId: 324,
    })
    expect(zksync).toMatchObject({ status: 400, code: 'failed_precondition' })
    expect(zksync.details).toContainEqual({ type: 'reason', value: 'NOT_SIMULATED' })
  })
})

test('every operation of a batch costs one of its class', async () => {
  batch.taken.count = 0
  await prepare(LAUNCH_WITH_SPLIT())
  expect(batch.taken.count).toBe(2)
})

test('a body of deeply nested brackets is refused', async () => {
  const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const operations = [{ operation: 'lpCreate', body: { nested } }]
  const { status } = await batch.post('/api/batch/prepare', { walletAddress: addressOf(WALLET), chainId, operations })
  expect(status).toBe(400)
})
