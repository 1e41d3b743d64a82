import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { View } from '#batch/Context.ts'
import { operations as batchOperations } from '#batch/operations.ts'
import { createChains } from '#chain/createChains.ts'
import type { Caller } from '#core/Access.ts'
import { createApp } from '#http/createApp.ts'
import { decode } from '#http/decode.ts'
import { prepare } from '#launchpad/endpoints/prepare.ts'
import { operations as liquidityOperations } from '#liquidity/operations.ts'
import { devnetDeployment } from '../../src/app/devnetDeployment.ts'
import { plainOptions } from './appOptions.ts'
import { deployBatchAccount, sendBatch } from './chain/batchAccount.ts'
import { startTestDevnet, type TestDevnet, withQuickSends } from './chain/devnet.ts'
import { startTestExplain, type TestExplain, testAttest } from './explain.ts'
import { factory } from './launchpad/launchEndpoint.ts'
import { type Answer, type Body, startTestLp, type TestLp } from './liquidity/lp.ts'

const CHAIN = 4663
const caller: Caller = {
  ...{ kind: 'key', address: '::1', developerId: 'dev_test', subject: 'wallet:0x1', keyId: 'key_test' },
  scopes: ['api:*'],
}

/** Batches, and every operation that they are made of, on a development chain. */
export type TestBatch = {
  devnet: TestDevnet
  lp: TestLp
  explain: TestExplain['explain']
  /** The code that wallets delegate to for a batch. */
  code: Address
  post(path: string, body: object): Promise<Answer>
  /** The body of an answer that must be 200. */
  ok(path: string, body: object): Promise<Body>
  /** Calls of the limited class that were taken. */
  taken: { count: number }
}

/** One chain for the tests of a file, each of which starts from the same state. */
export function withFreshBatch(ready: (started: TestBatch) => void): void {
  let opened: AsyncDisposableStack
  let devnet: TestDevnet
  let snapshot: `0x${string}`
  beforeAll(async () => {
    opened = new AsyncDisposableStack()
    devnet = withQuickSends(opened.use(await startTestDevnet()))
    const lp = opened.use(await startTestLp({ devnet }))
    const explain = opened.use(startTestExplain(devnet))
    const { chains, ...app } = openApp(devnet)
    opened.defer(() => chains.close())
    const code = await deployBatchAccount(devnet)
    ready({ devnet, lp, code, explain: explain.explain, ...app })
    snapshot = await devnet.snapshot()
  })
  beforeEach(async () => {
    await devnet.revert(snapshot)
    snapshot = await devnet.snapshot()
  })
  afterAll(() => opened.disposeAsync())
}

function openApp(devnet: TestDevnet) {
  const deployment = { ...devnetDeployment(devnet.description), blockTimeMs: 0 }
  const chains = createChains({
    rpcUrls: { [CHAIN]: [devnet.rpcUrl] },
    deployments: { [CHAIN]: deployment },
    deadlineMs: 15_000,
  })
  const now = Date.now
  const attest = testAttest(chains, factory.address)
  const site = { baseUrl: 'https://slipway.example', explorerUrl: null, listed: [], now }
  const admissionUrl = () => 'https://slipway.example/admission'
  const operationsOn = (view: View) => [
    ...liquidityOperations({ ...view, now, admissionUrl }),
    prepare({ chain: view.chains.get(CHAIN), attest: view.attest, factory, site, now } as never),
  ]
  const operations = [
    ...batchOperations({ chains, attest, now, operationsOn, decode }),
    ...operationsOn({ chains, attest }),
  ]
  const taken = { count: 0 }
  const limit = () => {
    taken.count++
    return { allowed: true, policy: 'read', quota: 100, windowSeconds: 60, remaining: 99, resetSeconds: 60 } as const
  }
  const failed = (error: unknown) => console.error(error)
  const app = createApp(plainOptions(operations, { authenticate: () => caller, limit, failed }))
  const post = async (path: string, body: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'test-key' }
    const request = new Request(`https://slipway.example${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const response = await app.fetch(request)
    return { status: response.status, body: await response.json() }
  }
  const ok = async (path: string, body: object) => {
    const answer = await post(path, body)
    expect(answer, `${path} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 })
    return answer.body
  }
  return { chains, post, ok, taken }
}

export type Ran = { status: string; paid: Map<string, bigint> }

/** Sends the calls as one transaction. What moved is within the limits, and no contract of Uniswap keeps anything. */
export async function runBatch(batch: TestBatch, answer: Body, account: number): Promise<Ran> {
  const { devnet, code } = batch
  const { address } = devnet.account(account)
  const { universalRouter, v3PositionManager, v4PositionManager, v2Router } = devnet.description.contracts
  const { pay, receive } = answer.limits
  const named = [...answer.changes, ...pay, ...receive].map(({ tokenAddress }: Body) => tokenAddress as Address)
  const tokens = [...new Set([zeroAddress, ...named])]
  const keepers = [universalRouter, v3PositionManager, v4PositionManager, v2Router] as Address[]
  const heldBy = (holder: Address) => Promise.all(tokens.map((token) => held(batch, token, holder)))
  const kept = () => Promise.all(keepers.map(heldBy))
  const [before, keptBefore] = [await heldBy(address), await kept()]
  const receipt = await sendBatch(devnet, { account, code, calls: answer.calls })
  expect(receipt.type).toBe('eip7702')
  expect(await kept()).toEqual(keptBefore)
  const after = await heldBy(address)
  const gas = receipt.gasUsed * receipt.effectiveGasPrice
  const spent = (index: number) => (before[index] ?? 0n) - (after[index] ?? 0n)
  const paid = new Map<string, bigint>(tokens.map((token, index) => [token, spent(index) - (index === 0 ? gas : 0n)]))
  if (receipt.status === 'success') expectWithin(answer, paid)
  return { status: receipt.status, paid }
}

function expectWithin({ limits }: Body, paid: ReadonlyMap<string, bigint>): void {
  for (const { tokenAddress, atMost, enforced } of limits.pay)
    if (enforced) expect(paid.get(tokenAddress) ?? 0n).toBeLessThanOrEqual(BigInt(atMost))
  for (const { tokenAddress, atLeast, enforced } of limits.receive)
    if (enforced) expect(-(paid.get(tokenAddress) ?? 0n)).toBeGreaterThanOrEqual(BigInt(atLeast))
}

/** A token that is not there yet has no balances. */
export function held({ lp }: TestBatch, token: Address, account: Address): Promise<bigint> {
  return lp.balance(token, account).catch(() => 0n)
}
