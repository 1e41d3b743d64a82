import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createAnswers, randomOf, type Signable, seedLaunches } from '../setup/builtAnswers.ts'
import { type Explained, startTestExplain, type TestExplain } from '../setup/explain.ts'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'
import { startTestService, type TestService } from '../setup/service.ts'
import { compileThief } from '../setup/thievingToken.ts'

/** GET /api/receipts: what was mined, next to what was promised. */

const isDeep = inject('deep')
const MINED = Number(process.env['ROUNDS'] ?? (isDeep ? 500 : 30))
/** `SEED` repeats a run. A fixed one, because the suite must not fail by chance; deep runs look elsewhere each time. */
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 35))
const TIMEOUT_MS = isDeep ? 3_600_000 : 300_000

let lp: TestLp
let service: TestService
let explaining: TestExplain
let launches: Awaited<ReturnType<typeof seedLaunches>>
beforeAll(async () => {
  lp = await startTestLp()
  service = await startTestService({ devnet: lp.devnet, env: { RATE_LIMIT_BUILD: '1000000' } })
  explaining = startTestExplain(lp.devnet)
  launches = await seedLaunches({ service, lp })
})
afterAll(async () => {
  explaining[Symbol.dispose]()
  await service[Symbol.asyncDispose]()
  await lp[Symbol.asyncDispose]()
})

async function receiptOf(hash: Hex, statement?: string): Promise<Explained> {
  const path = `/api/receipts/4663/${hash}${statement ? `?statement=${statement}` : ''}`
  // Statements of the launchpad are signed by the whole service, those of positions by the liquidity API alone.
  const isLp = statement && JSON.parse(atob(statement.split('.')[0] as string)).kid === 'test'
  if (isLp || !statement) return (await explaining.get(path)).body
  return (await service.get(path)).json()
}

const ACCOUNTS = [0, 3, 5, 6]

/** Sends a built transaction and compares its receipt with balances that the test reads itself. */
async function expectExact({ from, transaction, statement }: Signable): Promise<Explained | undefined> {
  const index = ACCOUNTS.find((account) => lp.devnet.account(account).address === from) as number
  const { DUSD, MOON, WETH } = Object.fromEntries(['DUSD', 'MOON', 'WETH'].map((s) => [s, lp.devnet.token(s).address]))
  const { split: _, ...launched } = launches
  const tokens = [zeroAddress, DUSD, MOON, WETH, ...Object.values(launched)] as Address[]
  const snapshot = () => Promise.all(tokens.map((token) => lp.balance(token, from)))
  const before = await snapshot()
  const mined = await lp.send(index, transaction as NonNullable<typeof transaction>).catch(() => undefined)
  if (!mined) return undefined
  const after = await snapshot()
  const body = await receiptOf(mined.transactionHash, statement)
  const fee = mined.gasUsed * mined.effectiveGasPrice
  for (const [place, token] of tokens.entries()) {
    const moved = (after[place] as bigint) - (before[place] as bigint) + (token === zeroAddress ? fee : 0n)
    const said = body.balanceChanges?.find((one: Explained) => one.account === from && one.tokenAddress === token)
    expect(BigInt(said?.change ?? 0), `${token} in ${JSON.stringify(body)}`).toBe(moved)
  }
  return body
}

test(
  `${MINED} mined transactions of seed ${SEED} change balances as their receipts say, and within what was stated`,
  async () => {
    const next = createAnswers({ lp, service, launches }, randomOf(SEED))
    const verdicts = new Map<string, number>()
    let mined = 0
    for (let asked = 0; mined < MINED && asked < 20 * MINED; asked++) {
      const [signable] = await next()
      if (!signable?.transaction) continue
      const body = await expectExact(signable)
      if (!body) continue
      mined++
      expect(body.differences, JSON.stringify(body)).toEqual([])
      verdicts.set(body.verdict, (verdicts.get(body.verdict) ?? 0) + 1)
    }
    expect(mined).toBe(MINED)
    expect([...verdicts.keys()].toSorted()).toEqual(['as stated', 'within limits'])
  },
  TIMEOUT_MS,
)

describe('a token that steals', () => {
  let thief: Address
  const account = () => lp.devnet.account(7).address
  beforeAll(async () => {
    const hash = await lp.devnet.wallet(7).sendTransaction({ data: compileThief() })
    const { contractAddress } = await lp.devnet.client.waitForTransactionReceipt({ hash })
    thief = getAddress(contractAddress as string)
  })
  const sendTo = async (data: Hex) => (await lp.devnet.send(7, { to: thief, data })).transactionHash

  test('differs where its log says less than it took', async () => {
    const args = [lp.devnet.account(8).address, parseEther('1')] as const
    const hash = await sendTo(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }))
    const body = await receiptOf(hash)
    expect(body).toMatchObject({
      verdict: 'differs',
      promise: { source: 'calldata', pay: [{ tokenAddress: thief, atMost: parseEther('1').toString() }] },
      balanceChanges: [{ account: account(), tokenAddress: thief, change: (-parseEther('2')).toString() }],
    })
    expect(body.differences).toHaveLength(2)
  })

  test('differs where it takes from an account that only approved it', async () => {
    const args = [lp.devnet.account(8).address, 1n] as const
    const hash = await sendTo(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
    expect(await receiptOf(hash)).toMatchObject({ verdict: 'differs', promise: { pay: [] } })
  })
})

describe('other transactions', () => {
  const HASH = `0x${'ab'.repeat(32)}` as const

  test('that do not exist are not found, and bad requests say what to send', async () => {
    expect(await explaining.get(`/api/receipts/4663/${HASH}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: expect.stringContaining('It may not have reached the node yet') },
    })
    expect(await explaining.get(`/api/receipts/5/${HASH}`)).toMatchObject({ status: 400 })
    expect(await explaining.get('/api/receipts/4663/0x12')).toMatchObject({ status: 400 })
    const forged = await explaining.get(`/api/receipts/4663/${HASH}?statement=a.b.c`)
    expect(forged).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
  })

  test('with the statement of another one differ', async () => {
    const prepare = async (value: string) => {
      const body = { from: lp.devnet.account(3).address, action: 'buy', token: launches.curve, value }
      return (await service.post('/api/launchpad/prepare', body)).json() as Promise<Explained>
    }
    const [first, second] = [await prepare('1000000000000000'), await prepare('2000000000000000')]
    const { transactionHash } = await lp.send(3, first.transaction)
    const body = await receiptOf(transactionHash, second.statement)
    expect(body.verdict).toBe('differs')
    expect(body.differences.join(' ')).toContain('The calldata of the mined transaction differs from the statement.')
    expect(await receiptOf(transactionHash)).toMatchObject({
      verdict: 'within limits',
      promise: { source: 'calldata' },
    })
  })

  test('that reverted or are not known have no verdict', async () => {
    const wallet = lp.devnet.wallet(3)
    const args = [lp.devnet.account(8).address, parseEther('1000000000000')] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    const reverted = await wallet.sendTransaction({ to: launches.curve, data, gas: 200_000n })
    await lp.devnet.client.waitForTransactionReceipt({ hash: reverted })
    expect(await receiptOf(reverted)).toMatchObject({ status: 'reverted', verdict: null, note: expect.any(String) })
    const to = lp.devnet.account(12).address
    const unknown = await lp.devnet.send(3, { to, data: '0xdeadbeef' })
    expect(await receiptOf(unknown.transactionHash)).toMatchObject({ status: 'mined', verdict: null, promise: null })
  })
})
