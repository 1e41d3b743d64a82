import { type Address, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

const SECONDS = 600
const VALUE = parseEther('0.05')

let service: LaunchService
let ann: Address
let bob: Address
/** How far the server's clock is ahead of this machine's, in milliseconds. */
let ahead = 0
beforeAll(async () => {
  service = await startLaunchService({ now: () => Date.now() + ahead })
  ;[ann, bob] = service.chain.accounts as [Address, Address]
})
afterAll(() => service[Symbol.asyncDispose]())

type Transaction = { to: Address; from: Address; data: Hex; value: Hex; gasLimit: string }

async function send({ transaction }: { transaction: Transaction }): Promise<Hex> {
  const quantity = (text: string) => `0x${BigInt(text).toString(16)}`
  const { value, gasLimit, ...rest } = transaction
  const sent = { ...rest, chainId: undefined, value: quantity(value), gas: quantity(gasLimit) }
  const hash = await service.chain.upstream('eth_sendTransaction', [sent])
  await service.chain.mine()
  await service.settled()
  const receipt = (await service.chain.upstream('eth_getTransactionReceipt', [hash])) as { status: Hex }
  return receipt.status
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
async function prepare(body: Record<string, unknown>): Promise<any> {
  return (await service.post('/api/launchpad/prepare', body)).json()
}

async function launch(symbol: string, options: Parameters<typeof Launch.createWith>[2]): Promise<Address> {
  const value = options?.lockDays ? VALUE : 0n
  await service.chain.mine([Launch.createWith(ann, { name: symbol, symbol, value }, options)])
  await service.settled()
  return (await service.chain.curves()).at(-1)!.token
}

/** Time passes for the chain and the server, and no block comes. */
async function passIdly(seconds: number): Promise<void> {
  await service.chain.wait(seconds)
  ahead += seconds * 1000
}

const secondsOf = (text: string) => new Date(text).getTime() / 1000
const shown = async (token: Address) => (await service.get(`/api/launchpad/token?address=${token}`)).opening
const quoted = (token: Address) => service.get(`/api/launchpad/quote?address=${token}&amount=${VALUE}`)

/** The surcharge by the formula, for the time that an answer says it holds for. */
function surchargeAt(opening: { seconds: number; endsAt: string }, at: string): number {
  return Curve.surchargeBps(opening.seconds, opening.seconds - (secondsOf(opening.endsAt) - secondsOf(at)))
}

/** Token record and quote agree for a time that the next block can have, and the buy brings at least as much. */
async function expectTruth(token: Address): Promise<{ surchargeBps: number }> {
  const [opening, quote] = [await shown(token), await quoted(token)]
  const { timestamp: newest } = (await service.chain.upstream('eth_getBlockByNumber', ['latest', false])) as {
    timestamp: Hex
  }
  expect(opening.surchargeBps).toBe(surchargeAt(opening, opening.at))
  expect(quote.opening.surchargeBps).toBe(surchargeAt(opening, quote.at))
  expect(secondsOf(opening.at)).toBeGreaterThanOrEqual(Number(newest))
  expect(secondsOf(quote.at)).toBeGreaterThanOrEqual(secondsOf(opening.at))
  const prepared = await prepare({ action: 'buy', from: bob, token, value: String(VALUE) })
  expect(prepared.quote.opening.surchargeBps).toBe(surchargeAt(opening, prepared.quote.at))
  expect(prepared.quote.opening.surchargeBps).toBeLessThanOrEqual(opening.surchargeBps)
  expect(await send(prepared)).toBe('0x1')
  const { trades } = await service.get(`/api/launchpad/trades?address=${token}&limit=1`)
  expect(BigInt(trades[0].tokenAmount)).toBeGreaterThanOrEqual(BigInt(prepared.quote.amountOut))
  expect(secondsOf(trades[0].timestamp)).toBeGreaterThanOrEqual(secondsOf(prepared.quote.at))
  return opening
}

describe('the surcharge of an opening is reported for the next block', () => {
  test('on a chain that was idle since the launch', async () => {
    const token = await launch('IDLE', { openingSeconds: SECONDS })
    await passIdly(SECONDS / 2)
    const { surchargeBps } = await expectTruth(token)
    expect(surchargeBps).toBeLessThanOrEqual(4_950)
    expect(surchargeBps).toBeGreaterThan(3_000)
  })

  test('on a chain that was idle until the opening was over, without a surcharge or a warning of one', async () => {
    const token = await launch('LATE', { openingSeconds: SECONDS })
    await passIdly(SECONDS)
    expect(await shown(token)).toMatchObject({ surchargeBps: 0 })
    expect(await quoted(token)).toMatchObject({ opening: null, withheld: '0' })
    const prepared = await prepare({ action: 'buy', from: bob, token, value: String(VALUE) })
    expect(prepared.warnings.map(({ code }: { code: string }) => code)).not.toContain('opening_surcharge')
    expect(await send(prepared)).toBe('0x1')
    const { trades } = await service.get(`/api/launchpad/trades?address=${token}&limit=1`)
    expect(trades[0].tokenAmount).toBe(prepared.quote.amountOut)
  })

  test('like that of a lock, which releases more on an idle chain than at its newest block', async () => {
    const token = await launch('LOCK', { lockDays: 1 })
    await passIdly(43_200)
    const prepared = await prepare({ action: 'releaseLock', from: bob, token })
    const { lock } = await service.get(`/api/launchpad/token?address=${token}`)
    const half = BigInt(lock.amount) / 2n
    expect(BigInt(prepared.amount)).toBeGreaterThanOrEqual(half)
    expect(BigInt(prepared.amount)).toBeLessThan((half * 102n) / 100n)
    expect(prepared.simulation).toBeNull()
    expect(await send(prepared)).toBe('0x1')
    const after = await service.get(`/api/launchpad/token?address=${token}`)
    expect(BigInt(after.lock.released)).toBeGreaterThanOrEqual(BigInt(prepared.amount))
  })

  test('a deadline that only the newest block has not reached is refused', async () => {
    const token = await launch('DEAD', {})
    await passIdly(100)
    const deadline = Math.floor((Date.now() + ahead) / 1000) - 50
    for (const action of [
      { action: 'buy', value: '1000000' },
      { action: 'sell', amount: '1' },
    ])
      expect(await prepare({ ...action, from: ann, token, deadline })).toMatchObject({
        code: 'failed_precondition',
        message: expect.stringMatching(/^The deadline \d+ has passed/),
      })
  })

  test('on a chain whose clock is ahead of the server’s', async () => {
    const token = await launch('AHEAD', { openingSeconds: SECONDS })
    await service.chain.wait(200)
    await service.chain.mine()
    await service.settled()
    const { surchargeBps } = await expectTruth(token)
    expect(surchargeBps).toBeLessThanOrEqual(6_600)
    expect(surchargeBps).toBeGreaterThan(4_500)
  })

  test('of an initial buy for the launch’s own first second', async () => {
    const launching = { action: 'create', from: ann, name: 'First', symbol: 'FIRST', openingSeconds: SECONDS }
    const { quote } = await prepare({ ...launching, value: String(VALUE) })
    expect(quote.opening.surchargeBps).toBe(9_900)
    expect(secondsOf(quote.opening.endsAt)).toBe(secondsOf(quote.at) + SECONDS)
  })
})

test('a launch that is too new for the index has its opening, lock, fee holder and burned tokens', async () => {
  const unindexed = await startLaunchService({ isIndexing: false, chain: service.chain, now: () => Date.now() + ahead })
  await using _ = unindexed
  const token = await launch('NEW', { openingSeconds: SECONDS, lockDays: 3, feeHolder: bob })
  await service.chain.mine([Launch.buy(bob, token, VALUE)])
  await service.settled()
  const fields = ['opening', 'lock', 'feeHolder', 'burned', 'marketCapEth', 'priceEth'] as const
  const [known, read] = await Promise.all(
    [service, unindexed].map(({ get }) => get(`/api/launchpad/token?address=${token}`)),
  )
  expect(read.indexed).toBe(false)
  for (const field of fields.filter((name) => name !== 'opening'))
    expect([field, read[field]]).toEqual([field, known[field]])
  expect(read.opening).toMatchObject({ seconds: SECONDS, endsAt: known.opening.endsAt })
  expect(read.opening.surchargeBps).toBe(surchargeAt(known.opening, read.opening.at))
})
