import { type Address, concat, encodeFunctionResult, getAddress, type Hex, parseEther, size, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TREASURY } from '#devnet/addresses.ts'
import { feeSplitAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { feeSplitImplementationOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

type Transaction = { to: Address; from: Address; data: Hex; value: Hex; gasLimit: string }
type Prepared = {
  transaction: Transaction
  summary: string
  warnings: { code: string; message: string }[]
  quote: { amountOut: string; withheld: string } | null
  token: Address
  split: Address
  amount: string
  code?: string
  message?: string
}

let service: LaunchService
let ann: Address
let bob: Address
let cid: Address
beforeAll(async () => {
  service = await startLaunchService()
  ;[ann, bob, cid] = service.chain.accounts as [Address, Address, Address]
})
afterAll(() => service[Symbol.asyncDispose]())

async function prepare(body: Record<string, unknown>): Promise<Prepared> {
  return (await service.post('/api/launchpad/prepare', body)).json() as Promise<Prepared>
}
async function send({ transaction }: Prepared): Promise<boolean> {
  const { to, from, data, value, gasLimit } = transaction
  const quantity = (text: string) => `0x${BigInt(text).toString(16)}`
  const hash = await service.chain.upstream('eth_sendTransaction', [
    { to, from, data, value: quantity(value), gas: quantity(gasLimit) },
  ])
  await service.chain.mine()
  await service.settled()
  const receipt = (await service.chain.upstream('eth_getTransactionReceipt', [hash])) as { status: Hex }
  return receipt.status === '0x1'
}
const codes = ({ warnings }: Prepared) => warnings.map(({ code }) => code)
const salt = (byte: string) => `0x${byte.repeat(32)}`
const shares = () => [
  { account: cid, bps: 2_500 },
  { account: bob, bps: 7_500 },
]

describe('every step of a fair launch is prepared, from its fee split to its release', () => {
  let split: Address
  let token: Address

  test('the fee split has one address for one list, in whatever order it is sent', async () => {
    const prepared = await prepare({ action: 'createFeeSplit', from: ann, shares: shares() })
    const turned = await prepare({ action: 'createFeeSplit', from: bob, shares: shares().reverse() })
    expect(turned.split).toBe(prepared.split)
    expect(codes(prepared)).toContain('immutable_split')
    expect(await send(prepared)).toBe(true)
    split = prepared.split
  })

  test('the launch has its opening, its lock and its fee holder, and the locked buy pays no surcharge', async () => {
    const prepared = await prepare({
      action: 'create',
      from: ann,
      name: 'Fair',
      symbol: 'FAIR',
      value: String(parseEther('0.1')),
      salt: salt('31'),
      feeHolder: split,
      openingSeconds: 600,
      lockDays: 30,
    })
    const whole = Curve.buyQuote(Curve.untouched, parseEther('0.1')).tokensOut
    expect(prepared.quote).toMatchObject({ amountOut: String(whole), withheld: '0' })
    expect(prepared.summary).toMatch(/first 600 seconds.*released over 30 days.*belong to 0x/)
    expect(codes(prepared)).not.toContain('opening_surcharge')
    expect(await send(prepared)).toBe(true)
    token = prepared.token
    expect(await service.get(`/api/launchpad/token?address=${token}`)).toMatchObject({
      feeHolder: split,
      opening: { seconds: 600 },
      lock: { days: 30, amount: String(whole) },
    })
  })

  test('a lock of less than 30 days does not exempt the first buy from the opening', async () => {
    const launch = { action: 'create', from: ann, name: 'Short', symbol: 'SHRT', value: String(parseEther('0.1')) }
    const prepared = await prepare({ ...launch, openingSeconds: 600, lockDays: 29 })
    expect(codes(prepared)).toContain('opening_surcharge')
    const whole = Curve.buyQuote(Curve.untouched, parseEther('0.1')).tokensOut
    expect(BigInt(prepared.quote?.amountOut ?? 0)).toBe(whole - Curve.withheldUp(whole, 9_900))
  })

  test('a quote in the opening has the output now and at the end, and the buy brings at least that with a warning', async () => {
    await service.chain.wait(200)
    await service.chain.mine()
    const value = String(parseEther('0.05'))
    const quote = await service.get(`/api/launchpad/quote?address=${token}&amount=${value}`)
    expect(BigInt(quote.amountOut) + BigInt(quote.withheld)).toBe(BigInt(quote.opening.amountOutAtEnd))
    expect(quote.opening.surchargeBps).toBeGreaterThan(5_000)
    expect(BigInt(quote.effectivePrice)).toBeGreaterThan(2n * BigInt(quote.priceAfter))
    const prepared = await prepare({ action: 'buy', from: bob, token, value })
    expect(codes(prepared)).toContain('opening_surcharge')
    expect(await send(prepared)).toBe(true)
    const { trades } = await service.get(`/api/launchpad/trades?address=${token}&limit=1`)
    expect(BigInt(trades[0].tokenAmount)).toBeGreaterThanOrEqual(BigInt(prepared.quote?.amountOut ?? 0))
    const wanted = parseEther('1000000')
    const exact = await service.get(`/api/launchpad/quote?address=${token}&amountOut=${wanted}`)
    expect(BigInt(exact.amountOut)).toBeGreaterThanOrEqual(wanted)
  })

  test('after the opening nothing is withheld; the lock is released by anyone, and the split pays everyone', async () => {
    await service.chain.wait(5 * 86_400)
    await service.chain.mine()
    const quote = await service.get(`/api/launchpad/quote?address=${token}&amount=${parseEther('0.05')}`)
    expect(quote).toMatchObject({ opening: null, withheld: '0' })
    const released = await prepare({ action: 'releaseLock', from: cid, token })
    expect(BigInt(released.amount)).toBeGreaterThan(0n)
    expect(await send(released)).toBe(true)
    const { lock } = await service.get(`/api/launchpad/token?address=${token}`)
    expect(BigInt(lock.released)).toBeGreaterThanOrEqual(BigInt(released.amount))
    expect(await send(await prepare({ action: 'claimFeeSplit', from: ann, token, split }))).toBe(true)
    const { creatorFees } = await service.get(`/api/launchpad/token?address=${token}`)
    expect(creatorFees.claimable).toBe('0')
    expect(BigInt(creatorFees.claimed)).toBeGreaterThan(0n)
  })
})

describe('a fee split', () => {
  /** A contract that takes no ETH. */
  const refusing = '0x625f5ffd5f526003601df3'
  let token: Address
  let split: Address
  let stubborn: Address

  beforeAll(async () => {
    const { chain } = service
    const hash = await chain.upstream('eth_sendTransaction', [{ from: ann, data: refusing, gas: '0xf4240' }])
    await chain.mine([Launch.create(ann, { name: 'Later', symbol: 'LATER', value: parseEther('0.1') })])
    const deployed = (await chain.upstream('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    stubborn = getAddress(deployed.contractAddress)
    token = (await chain.curves()).at(-1)!.token
    const halves = [bob, stubborn].map((account) => ({ account, bps: 5_000 }))
    const prepared = await prepare({ action: 'createFeeSplit', from: ann, shares: halves })
    await send(prepared)
    split = prepared.split
  })

  test('accepts a right that was offered to it, at anyone’s request', async () => {
    const accept = { action: 'acceptCreator', from: cid, token, split }
    expect(await prepare(accept)).toMatchObject({ message: expect.stringMatching(/^The right has not been offered/) })
    expect(await send(await prepare({ action: 'transferCreator', from: ann, token, to: split }))).toBe(true)
    expect((await prepare({ ...accept, split: bob })).message).toMatch(/is not a fee split/)
    const prepared = await prepare(accept)
    expect(prepared.summary).toMatch(/can never pass the right on/)
    expect(await send(prepared)).toBe(true)
    expect((await service.chain.curves()).at(-1)?.creator).toBe(split)
  })

  test('owes what an account refuses, until the account names who takes it', async () => {
    const paid = await prepare({ action: 'claimFeeSplit', from: cid, token, split })
    expect(await send(paid)).toBe(true)
    const owed = { action: 'withdrawFeeSplit', from: cid, split, account: stubborn }
    expect((await prepare(owed)).message).toMatch(/refuses ETH\. Send another recipient/)
    expect((await prepare({ ...owed, recipient: cid })).message).toMatch(/^Only 0x\w{40} may redirect its ETH/)
    expect((await prepare({ ...owed, account: bob })).message).toMatch(/Nothing is owed/)
    const { upstream } = service.chain
    await upstream('hardhat_impersonateAccount', [stubborn])
    await upstream('hardhat_setBalance', [stubborn, '0xde0b6b3a7640000'])
    const receiver = '0x00000000000000000000000000000000000000b7'
    const prepared = await prepare({ action: 'withdrawFeeSplit', from: stubborn, split, recipient: receiver })
    expect(BigInt(prepared.amount)).toBe(BigInt(paid.amount) / 2n)
    expect(await send(prepared)).toBe(true)
    expect(BigInt((await upstream('eth_getBalance', [receiver, 'latest'])) as Hex)).toBe(BigInt(prepared.amount))
  })
})

test('the treasury is paid its half, to the wei, by anyone', async () => {
  const { upstream } = service.chain
  const treasury = async () => BigInt((await upstream('eth_getBalance', [TREASURY, 'latest'])) as Hex)
  const tokens = (await service.chain.curves()).map(({ token }) => token)
  const prepared = await prepare({ action: 'claimTreasury', from: cid, tokens })
  expect(BigInt(prepared.amount)).toBeGreaterThan(0n)
  const before = await treasury()
  expect(await send(prepared)).toBe(true)
  expect((await treasury()) - before).toBe(BigInt(prepared.amount))
  expect(await prepare({ action: 'claimTreasury', from: cid, tokens: [bob] })).toMatchObject({
    code: 'failed_precondition',
    message: expect.stringMatching(/is not a token of this launchpad/),
  })
})

/** Creation code of a contract that answers whatever it is asked with the same words. */
function parrot(words: Hex): Hex {
  const returning = (code: Hex): Hex => concat(['0x61', toHex(size(code), { size: 2 }), '0x80600a3d393df3', code])
  return returning(returning(words))
}

test('a contract that only passes for a fee split is not prepared for', async () => {
  const { chain } = service
  const claimed = encodeFunctionResult({ abi: feeSplitAbi, functionName: 'shares', result: [[ann], [10_000]] })
  const hash = await chain.upstream('eth_sendTransaction', [{ from: ann, data: parrot(claimed), gas: '0xf4240' }])
  await chain.mine([Launch.create(ann, { name: 'Bait', symbol: 'BAIT' })])
  const { contractAddress } = (await chain.upstream('eth_getTransactionReceipt', [hash])) as {
    contractAddress: Address
  }
  const token = (await chain.curves()).at(-1)!.token
  for (const split of [contractAddress, token, Launch.FACTORY, bob])
    expect(await prepare({ action: 'claimFeeSplit', from: ann, token, split })).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('is not a fee split of this launchpad'),
    })
})

test('an initial buy that is not locked pays the surcharge of the first second, with a warning', async () => {
  const prepared = await prepare({
    action: 'create',
    from: ann,
    name: 'Open',
    symbol: 'OPEN',
    value: String(parseEther('0.1')),
    openingSeconds: 60,
  })
  const whole = Curve.buyQuote(Curve.untouched, parseEther('0.1')).tokensOut
  expect(BigInt(prepared.quote?.amountOut ?? 0)).toBe(
    Curve.buyQuote(Curve.untouched, parseEther('0.1'), 9_900).tokensOut,
  )
  expect(BigInt(prepared.quote?.withheld ?? 0)).toBeGreaterThan((whole * 98n) / 100n)
  expect(codes(prepared)).toContain('opening_surcharge')
  expect(await send(prepared)).toBe(true)
})

describe('refusals say why', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an opening that is too short', { action: 'create', name: 'A', symbol: 'B', openingSeconds: 59 }, /60 to 3600/],
    [
      'the implementation of fee splits as fee holder',
      { action: 'create', name: 'A', symbol: 'B', feeHolder: feeSplitImplementationOf(Launch.FACTORY) },
      /name a split/,
    ],
    ['a lock without a buy', { action: 'create', name: 'A', symbol: 'B', lockDays: 5 }, /needs an initial buy to lock/],
    [
      'shares that do not make a whole',
      { action: 'createFeeSplit', shares: [{ account: Launch.FACTORY, bps: 9_999 }] },
      /add up to 10000/,
    ],
    [
      'a repeated account',
      {
        action: 'createFeeSplit',
        shares: [
          { account: Launch.FACTORY, bps: 5_000 },
          { account: Launch.FACTORY, bps: 5_000 },
        ],
      },
      /each account once/,
    ],
  ])('%s', async (_, body, says) => {
    const { code, message } = await prepare({ from: ann, ...body })
    expect([code, message]).toEqual(['invalid_argument', expect.stringMatching(says)])
  })

  test('a release of what is not locked', async () => {
    await service.chain.mine([Launch.create(ann, { name: 'Plain', symbol: 'PLAIN' })])
    const token = (await service.chain.curves()).at(-1)?.token
    expect(await prepare({ action: 'releaseLock', from: ann, token })).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('is not locked'),
    })
  })
})
