import { type Address, erc20Abi, type Hex, type TransactionReceipt, zeroAddress } from 'viem'
import { expect } from 'vitest'
import { createChains } from '#chain/createChains.ts'
import type { Clock } from '#chain/Provider.ts'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Redeem } from '#core/Redeem.ts'
import type { Attest } from '#core/Statement.ts'
import type { DescribedPool } from '#devnet/describe.ts'
import * as seedV2 from '#devnet/seedV2.ts'
import * as seedV3 from '#devnet/seedV3.ts'
import * as seedV4 from '#devnet/seedV4.ts'
import { createApp } from '#http/createApp.ts'
import { operations } from '#liquidity/operations.ts'
import type { RISKS } from '#liquidity/risks.ts'
import { redeem as redeemCall } from '#mandates/actions/redeem.ts'
import { devnetDeployment } from '../../../src/app/devnetDeployment.ts'
import { plainOptions } from '../appOptions.ts'
import { startTestDevnet, type TestDevnet } from '../chain/devnet.ts'
import { testAttest } from '../explain.ts'
import { targetsOf } from '../mandates/mandate.ts'

const admissionUrl = (chainId: number, token: Address) => `https://slipway.example/admission/${chainId}/${token}`
export const API_KEY = 'test-key'
const OPERATOR = 19
const CHAIN = 4663

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
export type Body = any
export type Answer = { status: number; body: Body }
type Transaction = { to: Address; data: Hex; value: Hex }

export type TradedPool = Omit<DescribedPool, 'reference'>

export type TestLp = AsyncDisposable & {
  devnet: TestDevnet
  rpcUrl: string
  post(path: string, body: unknown, key?: string): Promise<Answer>
  get(path: string, key?: string): Promise<Answer>
  /** The body of an answer that must be 200. */
  ok(path: string, body: unknown): Promise<Body>
  /** Sends a built transaction from an account; throws when it reverts. */
  send(account: number, transaction: Transaction): Promise<TransactionReceipt>
  /** Sends approvals and signs the permit of a check_approval answer; gives back what create and increase take. */
  approve(account: number, approval: Body): Promise<{ permit?: unknown; signature?: Hex }>
  balance(token: Address, account: Address): Promise<bigint>
  /** The amounts a transaction took from the account by token, without the network fee; negative if received. */
  paid(account: number, tokens: readonly Address[], act: () => Promise<TransactionReceipt>): Promise<bigint[]>
  /** Swaps in both directions through a pool, so that its positions earn fees. */
  trade(pool: TradedPool, amounts: readonly [bigint, bigint]): Promise<void>
  now: { offsetMs: number }
}

type Options = {
  rpcUrl?: (devnet: TestDevnet) => Promise<string> | string
  /** Several providers in place of `rpcUrl`. */
  rpcUrls?: readonly string[]
  facts?: object
  devnet?: TestDevnet
  /** The risks that deposits of the suite accept where a request names none. */
  acceptRisks?: readonly Risk[]
  /** Of the chain's cache and deadlines; the system's unless given. */
  clock?: Clock
  /** Wraps the signer of statements. */
  attest?: (attest: Attest) => Attest
}

/** A busy machine answers late; that a node which answers too late is given up is tested elsewhere. */
const PATIENCE_MS = 15_000

/** The liquidity API behind its fetch handler, on a development chain of its own. */
export async function startTestLp(options: Options = {}): Promise<TestLp> {
  await using opened = new AsyncDisposableStack()
  const devnet = options.devnet ?? opened.use(await startTestDevnet())
  const rpcUrl = (await options.rpcUrl?.(devnet)) ?? devnet.rpcUrl
  // State is kept for a moment on a real chain; here every request sees what was just mined.
  const deployment = { ...devnetDeployment(devnet.description), blockTimeMs: 0, ...options.facts }
  const chains = createChains({
    rpcUrls: { [CHAIN]: options.rpcUrls ?? [rpcUrl] },
    deployments: { [CHAIN]: deployment },
    deadlineMs: PATIENCE_MS,
    ...(options.clock && { clock: options.clock }),
  })
  opened.defer(() => chains.close())
  const now = { offsetMs: 0 }
  const time = () => Date.now() + now.offsetMs
  const { launchpad } = devnet.description.contracts
  const attest = testAttest(chains, launchpad, time)
  const mandates = { chain: chains.get(CHAIN), targets: targetsOf(devnet) }
  const redeem: Redeem = (mandate, call) => redeemCall(mandates, mandate, call)
  const app = createApp(
    plainOptions(operations({ chains, now: time, admissionUrl, redeem, attest: options.attest?.(attest) ?? attest }), {
      authenticate,
      failed: (error) => console.error(error),
    }),
  )
  const post = async (path: string, body: unknown, key: string = API_KEY): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) }
    const text = typeof body === 'string' ? body : JSON.stringify(accepting(path, body, options.acceptRisks))
    const response = await app.fetch(
      new Request(`https://slipway.example${path}`, { method: 'POST', headers, body: text }),
    )
    return { status: response.status, body: await response.json() }
  }
  const get = async (path: string, key: string = API_KEY): Promise<Answer> => {
    const headers: Record<string, string> = key ? { 'x-api-key': key } : {}
    const response = await app.fetch(new Request(`https://slipway.example${path}`, { headers }))
    return { status: response.status, body: await response.json() }
  }
  const owned = opened.move()
  return { devnet, rpcUrl, post, get, now, ...actions(devnet, post), [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

type Risk = (typeof RISKS)[number]
/** The risks of a pool whose hook may do anything. */
export const HOOK_RISKS = ['HOOK_MAY_TAKE_DEPOSITS', 'HOOK_MAY_LOCK', 'HOOK_MAY_TAKE_WITHDRAWALS'] as const

function accepting(path: string, body: unknown, acceptRisks: readonly Risk[] | undefined): unknown {
  const isDeposit = /^\/lp\/(create|create_classic|increase)$/.test(path)
  return acceptRisks && isDeposit && typeof body === 'object' ? { acceptRisks, ...body } : body
}

function authenticate({ secret, address }: { secret: string | undefined; address: string }): Caller {
  if (secret !== API_KEY) throw new ApiError('unauthenticated', 'Send an API key.')
  return { kind: 'key', address, developerId: 'dev_test', subject: 'wallet:0x1', keyId: 'key_test', scopes: ['api:*'] }
}

function actions(
  devnet: TestDevnet,
  post: TestLp['post'],
): Omit<TestLp, 'devnet' | 'post' | 'get' | 'rpcUrl' | 'now' | keyof AsyncDisposable> {
  const send: TestLp['send'] = (account, { to, data, value }) =>
    devnet.send(account, { to, data, value: BigInt(value) })
  const balance: TestLp['balance'] = (token, account) =>
    token === zeroAddress
      ? devnet.client.getBalance({ address: account })
      : devnet.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  return {
    send,
    balance,
    async ok(path, body) {
      const answer = await post(path, body)
      expect(answer, `${path} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 })
      return answer.body
    },
    async approve(account, approval) {
      for (const { transaction } of approval.transactions) await send(account, transaction)
      const permit = approval.v4BatchPermitData
      if (!permit) return {}
      return { permit, signature: await devnet.account(account).signTypedData(signable(permit)) }
    },
    async paid(account, tokens, act) {
      const { address } = devnet.account(account)
      const before = await Promise.all(tokens.map((token) => balance(token, address)))
      const { gasUsed, effectiveGasPrice } = await act()
      const after = await Promise.all(tokens.map((token) => balance(token, address)))
      const fee = gasUsed * effectiveGasPrice
      return tokens.map((token, i) => (before[i] ?? 0n) - (after[i] ?? 0n) - (token === zeroAddress ? fee : 0n))
    },
    async trade(pool, [amount0, amount1]) {
      const { swap } = { V2: seedV2, V3: seedV3, V4: seedV4 }[pool.protocol]
      const through = { ...pool, amount0, amount1 }
      await devnet.send(OPERATOR, swap(through, [pool.token0, pool.token1], amount0))
      await devnet.send(OPERATOR, swap(through, [pool.token1, pool.token0], amount1))
    },
  }
}

/** A permit of the API, prepared for signing as the specification describes. */
export function signable(permit: Body) {
  const unwrapped = Object.entries(permit.types as Record<string, { fields: unknown }>).map(([name, { fields }]) => [
    name,
    fields,
  ])
  return {
    domain: { ...permit.domain, chainId: CHAIN },
    types: Object.fromEntries(unwrapped),
    primaryType: 'PermitBatch',
    message: permit.values,
  }
}

// Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The number of the position that a receipt says was minted. */
export function mintedId({ logs }: TransactionReceipt, manager: Address): string {
  const log = logs.find(
    ({ address, topics }) =>
      address.toLowerCase() === manager.toLowerCase() && topics[0] === TRANSFER && topics.length === 4,
  )
  if (!log?.topics[3]) throw new Error('No position was minted.')
  return BigInt(log.topics[3]).toString()
}
