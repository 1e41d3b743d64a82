import { createWalletClient, custom, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExecute, type Execute } from '../../packages/sdk/src/execute/createExecute.ts'
import { ExecuteError } from '../../packages/sdk/src/execute/ExecuteError.ts'
import type { Client } from '../../packages/sdk/src/index.ts'
import { type BuiltAnswer, builtAnswers } from '../setup/sdk/builtAnswers.ts'
import { mutants } from '../setup/sdk/mutants.ts'
import { sdkClient } from '../setup/sdk/sdkClient.ts'
import { startTestService, type TestService } from '../setup/service.ts'

const HOLDER = 0
let service: TestService
let client: Client
let execute: Execute
let answers: BuiltAnswer[]
beforeAll(async () => {
  service = await startTestService()
  client = sdkClient(service, { wallet: service.devnet.account(HOLDER) })
  execute = createExecute({ client })
  answers = await builtAnswers(client, service.devnet)
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** A wallet that records what it is asked to sign or send, and does nothing. */
function deafWallet() {
  const asked: string[] = []
  const refuse = (what: string) => async () => {
    asked.push(what)
    throw new Error('this wallet signs nothing')
  }
  const wallet = {
    account: service.devnet.account(HOLDER),
    getChainId: async () => 4663,
    sendTransaction: refuse('transaction'),
    signTypedData: refuse('message'),
    request: refuse('request'),
  }
  return { wallet, asked }
}

test('every unchanged answer passes the checks', async () => {
  for (const { name, answer } of answers) {
    const { wallet, asked } = deafWallet()
    const { statements } = await execute(answer, wallet, { dryRun: true })
    expect([name, statements.length > 0, asked]).toEqual([name, true, []])
  }
})

test('no changed answer reaches the wallet', async () => {
  const changed = answers.flatMap((built, index) =>
    mutants(built, answers[(index + 1) % answers.length] as BuiltAnswer),
  )
  expect(changed.length).toBeGreaterThanOrEqual(100)
  for (const { name, answer } of changed) {
    const { wallet, asked } = deafWallet()
    const error = await execute(answer, wallet).catch((thrown) => thrown)
    expect([name, error instanceof ExecuteError, asked]).toEqual([name, true, []])
  }
})

describe('an answer that is genuine, but not for this call', () => {
  const first = () => answers.find(({ name }) => name === 'buy') as BuiltAnswer
  const codeOf = (run: Promise<unknown>) =>
    run.then(
      () => undefined,
      (error) => error.code,
    )

  test('is refused for another account, chain, or after its expiry', async () => {
    const { answer } = first()
    const { wallet } = deafWallet()
    const other = { ...wallet, account: service.devnet.account(5) }
    expect(await codeOf(execute(answer, other))).toBe('OTHER_ACCOUNT')
    expect(await codeOf(execute(answer, { ...wallet, getChainId: async () => 1 }))).toBe('OTHER_CHAIN')
    const later = createExecute({ client, now: () => Date.now() + 1_801_000 })
    expect(await codeOf(later(answer, wallet))).toBe('STATEMENT_EXPIRED')
    const elsewhere = createExecute({ client, issuer: 'https://other.example' })
    expect(await codeOf(elsewhere(answer, wallet))).toBe('STATEMENT_INVALID')
  })

  test('is refused above the amount that the caller accepts', async () => {
    const { answer } = first()
    const { wallet } = deafWallet()
    const pay = (atMost: string) => [{ tokenAddress: zeroAddress, atMost: parseEther(atMost) }]
    expect(await codeOf(execute(answer, wallet, { pay: pay('0.009'), dryRun: true }))).toBe('OVER_LIMIT')
    expect(await codeOf(execute(answer, wallet, { pay: pay('0.01'), dryRun: true }))).toBeUndefined()
  })

  test('is refused if another account would receive, until the caller names it', async () => {
    const { devnet } = service
    const recipient = devnet.account(6).address
    const token = (first().answer as { token?: string }).token ?? first().launch
    const request = {
      action: 'buy',
      from: devnet.account(HOLDER).address,
      token,
      value: '1000000000000000',
      recipient,
    } as const
    const answer = await client.prepareLaunchTransaction(request)
    const { wallet } = deafWallet()
    expect(await codeOf(execute(answer, wallet))).toBe('OTHER_RECIPIENT')
    expect(await codeOf(execute(answer, wallet, { recipients: [recipient], dryRun: true }))).toBeUndefined()
  })
})

test('a transaction that is not mined in time is given up, and named', async () => {
  const { answer } = answers.find(({ name }) => name === 'buy') as BuiltAnswer
  const hash = `0x${'12'.repeat(32)}`
  const wallet = { ...deafWallet().wallet, sendTransaction: async () => hash, request: async () => null }
  const error = await execute(answer, wallet, { minedWithinMs: 0 }).catch((thrown) => thrown)
  expect([error.code, error.message]).toEqual(['NOT_MINED', expect.stringContaining(hash)])
})

test('approvals and the permit of a position are sent and signed, then the position itself', async () => {
  const { devnet } = service
  const wallet = devnet.wallet(HOLDER)
  const walletAddress = wallet.account.address
  const { token0, token1, reference } = devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 })
  const common = { walletAddress, protocol: 'V4', chainId: 4663 } as const
  const lpTokens = [token0, token1].map((tokenAddress) => ({ tokenAddress, amount: '3000000000000000000' }))
  const approval = await client.lpCheckApproval({ ...common, action: 'CREATE', lpTokens })
  const seen: string[] = []
  const { hashes, signature } = await execute(approval, wallet, { onStep: ({ kind }) => seen.push(kind) })
  expect(hashes.length).toBe(approval.transactions.length)
  expect(signature).toMatch(/^0x/)
  expect(seen.filter((kind) => kind === 'message').length).toBe(2)
  const answer = await client.lpCreate({
    ...common,
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: devnet.token('DUSD').address, amount: '1000000' },
    tickBounds: { tickLower: -887_220, tickUpper: 887_220 },
    batchPermitData: approval.v4BatchPermitData,
    signature,
  })
  const { hashes: created } = await execute(answer, wallet)
  const receipt = await client.transactionReceipt({ chainId: '4663', hash: created[0]!, statement: answer.statement })
  expect(receipt.verdict).toMatch(/as stated|within limits/)
})

test('the approvals of an answer in steps are sent first, then each step', async () => {
  const { devnet } = service
  const { answer } = answers.find(({ name }) => name === 'zap out in steps') as BuiltAnswer
  const { approvals, steps } = answer as { approvals: unknown[]; steps: { statement: string }[] }
  expect([approvals.length > 0, steps.length]).toEqual([true, 2])
  const { hashes } = await execute(answer, devnet.wallet(HOLDER))
  expect(hashes.length).toBe(approvals.length + steps.length)
  for (const [index, { statement }] of steps.entries()) {
    const hash = hashes[approvals.length + index] as string
    expect((await client.transactionReceipt({ chainId: '4663', hash, statement })).verdict).toMatch(/as stated|within/)
  }
})

test('a wallet that can execute several calls as one gets them as one', async () => {
  const { devnet } = service
  const sell = answers.find(({ name }) => name === 'sell in the pool') as BuiltAnswer
  const asked: { method: string; params: unknown }[] = []
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push({ method, params })
      if (method === 'eth_chainId') return '0x1237'
      if (method === 'wallet_getCapabilities') return { '0x1237': { atomic: { status: 'supported' } } }
      if (method === 'wallet_sendCalls') return { id: '0x01' }
      return { status: asked.length < 6 ? 100 : 200, receipts: [{ transactionHash: '0xaa', status: '0x1' }] }
    },
  }
  const wallet = createWalletClient({ account: devnet.account(HOLDER).address, transport: custom(provider) })
  const { hashes } = await execute(sell.answer, wallet)
  expect(hashes).toEqual(['0xaa'])
  const [bundle] = asked.find(({ method }) => method === 'wallet_sendCalls')!.params as [{ calls: { to: string }[] }]
  const steps = (sell.answer as { steps: { transaction: { to: string } }[] }).steps
  expect(steps.length).toBeGreaterThan(1)
  expect(bundle).toMatchObject({ atomicRequired: true, calls: steps.map(({ transaction: { to } }) => ({ to })) })
})
