import { type Address, decodeFunctionData, type Hex, parseEther, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

type Transaction = { to: Address; from: Address; data: Hex; value: Hex; chainId: number; gasLimit: string }
type Prepared = {
  transaction: Transaction
  steps: { summary: string; transaction: Transaction }[]
  summary: string
  warnings: { code: string; message: string }[]
  quote: Record<string, string> | null
  token: Address | null
  amount: string | null
  code?: string
  message?: string
}

const LOOKALIKE = 'LOOKALIKE_TOKEN'

let service: LaunchService
let token: Address
let ann: Address
let bob: Address
let clean: unknown
beforeAll(async () => {
  service = await startLaunchService({ isIndexing: false })
  ;[ann, bob] = service.chain.accounts as [Address, Address]
  await service.chain.mine([Launch.create(ann, { name: 'Traded', symbol: 'TRADE', value: parseEther('0.1') })])
  token = (await service.chain.curves())[0]!.token
})
beforeEach(async () => {
  clean = await service.chain.snapshot()
})
afterEach(() => service.chain.revert(clean))
afterAll(() => service[Symbol.asyncDispose]())

async function prepare(body: Record<string, unknown>): Promise<Prepared> {
  return (await service.post('/api/launchpad/prepare', body)).json() as Promise<Prepared>
}

type Sent = { ok: boolean; gasUsed: bigint; logs: { address: Address; topics: Hex[] }[] }

/** Signs and mines the prepared steps with their gas limits; returns the last receipt. */
async function send({ steps }: Pick<Prepared, 'steps'>): Promise<Sent> {
  let sent: Sent = { ok: false, gasUsed: 0n, logs: [] }
  for (const { transaction } of steps) {
    const { to, from, data, value, gasLimit } = transaction
    const gas = `0x${BigInt(gasLimit).toString(16)}`
    // The node reads quantities without leading zeros; wallets take whole bytes.
    const hash = await service.chain.upstream('eth_sendTransaction', [
      { to, from, data, value: `0x${BigInt(value).toString(16)}`, gas },
    ])
    await service.chain.mine()
    const receipt = (await service.chain.upstream('eth_getTransactionReceipt', [hash])) as {
      status: Hex
      gasUsed: Hex
      logs: Sent['logs']
    }
    sent = { ok: receipt.status === '0x1', gasUsed: BigInt(receipt.gasUsed), logs: receipt.logs }
  }
  return sent
}
const said = ({ warnings }: Prepared) => warnings.map(({ message }) => message).join(' ')
const hex = (value: bigint) => {
  const digits = value.toString(16)
  return `0x${digits.length % 2 ? '0' : ''}${digits}`
}

describe('create', () => {
  test.each([0n, 1n, parseEther('0.5'), parseEther('2.9'), parseEther('50')])(
    'with %s wei is mined as it was simulated',
    async (value) => {
      const prepared = await prepare({
        action: 'create',
        from: bob,
        name: '  Trimmed ',
        symbol: ' TRIM ',
        value: String(value),
      })
      expect(prepared.transaction).toMatchObject({ to: Launch.FACTORY, from: bob, value: hex(value), chainId: 4663 })
      expect(prepared.token).toBeNull()
      expect(prepared.summary).toContain('comes from the TokenCreated event of the receipt')
      expect(await send(prepared)).toMatchObject({ ok: true })
      const created = (await service.chain.curves()).at(-1)?.token
      const { name, symbol } = await service.get(`/api/launchpad/token?address=${created}`)
      expect([name, symbol]).toEqual(['Trimmed', 'TRIM'])
      expect(said(prepared)).toMatch(/cannot be undone or edited/)
      const fills = value >= parseEther('2.9')
      expect(/graduates into its Uniswap v4 pool/.test(prepared.summary)).toBe(fills)
      expect(/ETH are refunded/.test(prepared.summary)).toBe(fills)
    },
  )

  test('asks for the minimum that the specification says', async () => {
    const value = parseEther('0.3')
    const ethForCurve = value - (value * 100n) / 10_000n
    const expected = (Curve.cfg.virtualToken * ethForCurve) / (Curve.cfg.virtualEth + ethForCurve)
    const minTokensOut = expected - (expected * 200n) / 10_000n
    const asked = { action: 'create', from: bob, name: 'A', symbol: 'B', value: String(value) }
    const prepared = await prepare(asked)
    expect(prepared.quote).toMatchObject({ amountOut: String(expected), minOut: String(minTokensOut) })
    expect(callOf(prepared)).toEqual({ functionName: 'createToken', args: ['A', 'B', minTokensOut] })
    const strict = await prepare({ ...asked, slippageBps: 0, referrer: ann })
    expect(callOf(strict).args?.slice(0, 3)).toEqual(['A', 'B', expected])
    const without = await prepare({ ...asked, value: '0' })
    expect(callOf(without).args?.[2]).toBe(0n)
  })

  test('has metadata, salt and referrer; a used salt is refused', async () => {
    const salt = `0x${'11'.repeat(32)}`
    const asked = { action: 'create', from: bob, name: 'Salted', symbol: 'SALT', salt }
    expect(await send(await prepare({ ...asked, metadataUri: 'ipfs://x', referrer: ann }))).toMatchObject({ ok: true })
    expect(await prepare(asked)).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('already used this salt'),
    })
  })
})

test('an address is promised where a salt binds it, and nobody can take it in between', async () => {
  const asked = { action: 'create', from: bob, name: 'Bound', symbol: 'BOUND', salt: `0x${'22'.repeat(32)}` }
  const prepared = await prepare(asked)
  await service.chain.mine([Launch.create(ann, { name: 'Bound', symbol: 'BOUND' })])
  const { ok, logs } = await send(prepared)
  expect(ok).toBe(true)
  expect(logs.map(({ address }) => address.toLowerCase())).toContain(prepared.token?.toLowerCase())
})

test('a name that looks like a known currency gets a warning, also in the token record', async () => {
  const prepared = await prepare({ action: 'create', from: bob, name: 'ＵＳＤ Cоin', symbol: 'UЅDC' })
  expect(prepared.warnings[0]).toMatchObject({ code: LOOKALIKE, message: expect.stringMatching(/taken for USDC/) })
  expect(await send(prepared)).toMatchObject({ ok: true })
  const created = (await service.chain.curves()).at(-1)?.token
  // Lookups are cached for their block, and earlier tests used the last few blocks.
  for (let i = 0; i < 5; i++) await service.chain.mine()
  expect(await service.get(`/api/launchpad/token?address=${created}`)).toMatchObject({ imitates: 'USDC' })
  expect(await service.get(`/api/launchpad/token?address=${token}`)).toMatchObject({ imitates: null })
  // A listed token of the chain counts as much, in another script too.
  const listed = await prepare({ action: 'create', from: ann, name: 'Dollar', symbol: 'DU\u0405D' })
  expect(listed.warnings[0]).toMatchObject({ code: LOOKALIKE, message: expect.stringMatching(/taken for DUSD/) })
  await send(listed)
  const likeListed = (await service.chain.curves()).at(-1)?.token
  expect(await service.get(`/api/launchpad/token?address=${likeListed}`)).toMatchObject({ imitates: 'DUSD' })
})

test('a token that looks like a listed one is named first in its quote and its trades, and no other token is', async () => {
  await send(await prepare({ action: 'create', from: ann, name: 'Dollar', symbol: 'DUSD', value: '1000000000000000' }))
  const lookalike = (await service.chain.curves()).at(-1)?.token
  const first = { code: LOOKALIKE, message: expect.stringContaining(String(lookalike)) }
  const value = '1000000000000000'
  for (const trade of [
    { action: 'buy', value },
    { action: 'sell', amount: value },
    { action: 'approve', amount: value },
  ]) {
    const { warnings } = await prepare({ ...trade, from: ann, token: lookalike })
    expect(warnings[0]).toMatchObject(first)
    if (trade.action !== 'buy') continue
    const plain = await prepare({ ...trade, from: ann, token })
    expect(plain.warnings.map(({ code }) => code)).not.toContain(LOOKALIKE)
  }
  const quoted = async (address: unknown): Promise<Prepared['warnings']> =>
    (await service.get(`/api/launchpad/quote?address=${address}&amount=${value}`)).warnings
  expect((await quoted(lookalike))[0]).toMatchObject(first)
  expect((await quoted(token)).map(({ code }) => code)).not.toContain(LOOKALIKE)
})

describe('trade', () => {
  test('a buy of an exact token amount takes the least ETH', async () => {
    const amountOut = parseEther('5000000')
    const quote = await service.get(`/api/launchpad/quote?address=${token}&amountOut=${amountOut}`)
    const prepared = await prepare({ action: 'buy', from: bob, token, amountOut: String(amountOut) })
    expect(prepared.transaction.value).toBe(hex(BigInt(quote.amountIn)))
    expect(await send(prepared)).toMatchObject({ ok: true })
    expect(await balanceOf(bob)).toBeGreaterThanOrEqual(amountOut)
    const less = await service.get(`/api/launchpad/quote?address=${token}&amount=${BigInt(quote.amountIn) - 10n ** 6n}`)
    expect(BigInt(less.amountOut)).toBeLessThan(BigInt(prepared.quote?.['amountOut'] ?? 0))
  })

  test.each(['0.001', '0.5', '10'])('a buy with %s ETH brings what was quoted', async (eth) => {
    const value = String(parseEther(eth))
    const quote = await service.get(`/api/launchpad/quote?address=${token}&amount=${value}`)
    const prepared = await prepare({ action: 'buy', from: bob, token, value })
    expect(prepared.quote).toMatchObject({ amountOut: quote.amountOut, minOut: quote.minOut, refund: quote.refund })
    const { ok, gasUsed } = await send(prepared)
    expect(ok).toBe(true)
    expect(gasUsed).toBeLessThan(BigInt(prepared.transaction.gasLimit))
    expect(await balanceOf(bob)).toBe(BigInt(quote.amountOut))
    expect(quote.graduates).toBe(eth === '10')
  })

  test('a sale brings what was quoted, to another account if asked, without approval', async () => {
    const amount = String(parseEther('1000000'))
    const quote = await service.get(`/api/launchpad/quote?address=${token}&side=sell&amount=${amount}`)
    const recipient = '0x00000000000000000000000000000000000000b0'
    const prepared = await prepare({ action: 'sell', from: ann, token, amount, recipient, deadline: 4_000_000_000 })
    expect(prepared.summary).toMatch(/No approval is needed.*not to the signer/)
    expect(await send(prepared)).toMatchObject({ ok: true })
    expect(BigInt((await service.chain.upstream('eth_getBalance', [recipient, 'latest'])) as Hex)).toBe(
      BigInt(quote.amountOut),
    )
  })

  test.each([
    ['buy', {}, 'buy'],
    ['buy', { deadline: 4_000_000_000 }, 'buyFor'],
    ['sell', {}, 'sell'],
    ['sell', { recipient: '0x00000000000000000000000000000000000000b0' }, 'sellFor'],
  ])('a %s with %j carries the minimum that was quoted', async (action, more, functionName) => {
    const amount = action === 'buy' ? { value: String(parseEther('0.1')) } : { amount: String(parseEther('1000')) }
    const prepared = await prepare({ action, from: ann, token, slippageBps: 50, ...amount, ...more })
    const { amountOut = '', minOut = '' } = prepared.quote ?? {}
    expect(BigInt(minOut)).toBe(BigInt(amountOut) - (BigInt(amountOut) * 50n) / 10_000n)
    const call = callOf(prepared)
    expect(call.functionName).toBe(functionName)
    expect(call.args?.[action === 'buy' ? 1 : 2]).toBe(BigInt(minOut))
  })

  test.each(['buy', 'sell'])('a %s without a minimum says so first', async (action) => {
    const amount = action === 'buy' ? { value: String(parseEther('0.1')) } : { amount: String(parseEther('1000')) }
    const codes = async (slippageBps: number) =>
      (await prepare({ action, from: ann, token, slippageBps, ...amount })).warnings.map(({ code }) => code)
    expect((await codes(10_000))[0]).toBe('no_minimum')
    expect(await codes(9_999)).not.toContain('no_minimum')
  })

  test('the minimum protects: after a move against it nothing happens', async () => {
    const prepared = await prepare({
      action: 'buy',
      from: bob,
      token,
      value: String(parseEther('0.1')),
      slippageBps: 100,
    })
    await service.chain.mine([Launch.buy(ann, token, parseEther('0.5'))])
    expect(await send(prepared)).toMatchObject({ ok: false })
  })

  test('the impact grows with the size', async () => {
    const impacts = await Promise.all(
      ['0.001', '0.01', '0.1', '1'].map(
        async (eth) =>
          (await service.get(`/api/launchpad/quote?address=${token}&amount=${parseEther(eth)}`)).priceImpactBps,
      ),
    )
    expect(impacts).toEqual([...impacts].sort((a, b) => a - b))
    expect(impacts[0]).toBeLessThan(20)
    expect(impacts[3]).toBeGreaterThan(4_000)
  })
})

describe('approve and claim', () => {
  test('an approval covers the exact amount', async () => {
    const prepared = await prepare({ action: 'approve', from: ann, token, spender: bob, amount: '12345' })
    expect(prepared.transaction.to).toBe(token)
    expect(said(prepared)).toMatch(/can take these tokens/)
    expect(await send(prepared)).toMatchObject({ ok: true })
  })

  test('the creator claims its fees; nobody else can', async () => {
    const prepared = await prepare({ action: 'claim', from: ann, token, recipient: bob })
    const { creatorFees } = (await service.chain.curves())[0] as unknown as { creatorFees: bigint }
    expect(prepared.amount).toBe(String(creatorFees))
    expect(prepared.summary).toMatch(/Currently 0\.0005 ETH/)
    expect(await send(prepared)).toMatchObject({ ok: true })
    const refused = await prepare({ action: 'claim', from: bob, token })
    expect(refused).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining(`Only the current creator ${ann}`),
    })
  })

  test.each<[string, () => Launch.Sending[]]>([
    ['the token graduates', () => [Launch.buy(bob, token, parseEther('5'))]],
    [
      'the pool earns ETH',
      () => [Launch.buy(bob, token, parseEther('5')), Launch.swapIn(bob, token, parseEther('0.1'))],
    ],
    [
      'the pool earns both',
      () => [
        Launch.buy(bob, token, parseEther('5')),
        Launch.swapIn(bob, token, parseEther('0.1')),
        ...Launch.swapOut(bob, token, parseEther('1000000')),
      ],
    ],
  ])('a claim has gas enough when %s before it is mined', async (_, meanwhile) => {
    const prepared = await prepare({ action: 'claim', from: ann, token })
    await service.chain.mine(meanwhile())
    expect(await send(prepared)).toMatchObject({ ok: true })
  })

  test('pool fees are collected by anyone, for the creator and the treasury', async () => {
    await service.chain.mine([Launch.buy(bob, token, parseEther('5')), Launch.swapIn(bob, token, parseEther('1'))])
    const prepared = await prepare({ action: 'collect', from: bob, token })
    expect(BigInt(prepared.amount ?? 0)).toBeGreaterThan(parseEther('0.0099'))
    expect(await send(prepared)).toMatchObject({ ok: true })
  })

  test('the creator’s right passes in two steps', async () => {
    const offered = await prepare({ action: 'transferCreator', from: ann, token, to: bob })
    expect(said(offered)).toMatch(/Claim first/)
    expect(await send(offered)).toMatchObject({ ok: true })
    expect(await prepare({ action: 'acceptCreator', from: ann, token })).toMatchObject({ code: 'failed_precondition' })
    expect(await send(await prepare({ action: 'acceptCreator', from: bob, token }))).toMatchObject({ ok: true })
    expect((await service.chain.curves())[0]?.creator).toBe(bob)
  })
})

describe('a graduated token', () => {
  beforeEach(() => service.chain.mine([Launch.buy(ann, token, parseEther('5'))]))

  test('is bought in its pool for what was quoted, to another account if asked', async () => {
    const value = String(parseEther('0.25'))
    const quote = await service.get(`/api/launchpad/quote?address=${token}&amount=${value}`)
    expect(quote).toMatchObject({ venue: 'pool', fee: String(parseEther('0.0025')), graduates: false })
    const prepared = await prepare({ action: 'buy', from: ann, token, value, recipient: bob })
    expect(prepared.steps).toHaveLength(1)
    expect(prepared.quote).toMatchObject({ amountOut: quote.amountOut, minOut: quote.minOut })
    expect(await send(prepared)).toMatchObject({ ok: true })
    expect(await balanceOf(bob)).toBe(BigInt(quote.amountOut))
  })

  test('is sold with the approvals that are missing, and without them where they are there', async () => {
    const amount = String(parseEther('1000000'))
    const quote = await service.get(`/api/launchpad/quote?address=${token}&side=sell&amount=${amount}`)
    const recipient = '0x00000000000000000000000000000000000000b0'
    const first = await prepare({ action: 'sell', from: ann, token, amount, recipient })
    expect(first.steps.map(({ transaction }) => transaction.to)).toEqual([
      ...new Set(first.steps.map(({ transaction }) => transaction.to)),
    ])
    expect(first.steps.length).toBeGreaterThan(1)
    expect(await send(first)).toMatchObject({ ok: true })
    expect(BigInt((await service.chain.upstream('eth_getBalance', [recipient, 'latest'])) as Hex)).toBe(
      BigInt(quote.amountOut),
    )
    await service.chain.mine(Launch.swapOut(ann, token, 1n))
    const second = await prepare({ action: 'sell', from: ann, token, amount })
    expect(second.steps).toHaveLength(1)
    expect(await send(second)).toMatchObject({ ok: true })
  })

  test('is not sold below the minimum, without a balance, or after the deadline', async () => {
    const amount = String(parseEther('1000000'))
    const prepared = await prepare({ action: 'sell', from: ann, token, amount, slippageBps: 100 })
    await service.chain.mine(Launch.swapOut(ann, token, parseEther('300000000')))
    expect(await send(prepared)).toMatchObject({ ok: false })
    expect(await prepare({ action: 'sell', from: bob, token, amount })).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('has 0 tokens'),
    })
    expect(await prepare({ action: 'buy', from: bob, token, value: '1000000', deadline: 1 })).toMatchObject({
      code: 'failed_precondition',
    })
  })
})

describe('refusals say why', () => {
  const other = '0x00000000000000000000000000000000000000aa'
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      'another chain',
      { action: 'create', name: 'A', symbol: 'B', chainId: 1 },
      'invalid_argument',
      /^chainId must be 4663/,
    ],
    ['no action', {}, 'invalid_argument', /action/],
    ['nobody’s account', { action: 'claim', from: zeroAddress, token: other }, 'invalid_argument', /^from must be/],
    [
      'an unknown field',
      { action: 'claim', token: other, amount: '5' },
      'invalid_argument',
      /amount is not a known field/,
    ],
    [
      'a name of nothing that is seen',
      { action: 'create', name: '\u200b\u2060', symbol: 'B' },
      'invalid_argument',
      /visible character/,
    ],
    ['an empty name', { action: 'create', name: '   ', symbol: 'B' }, 'invalid_argument', /^name must have 1 to 64/],
    [
      'a long name',
      { action: 'create', name: 'x'.repeat(65), symbol: 'B' },
      'invalid_argument',
      /^name must have 1 to 64/,
    ],
    [
      'a long symbol',
      { action: 'create', name: 'x', symbol: 'B'.repeat(17) },
      'invalid_argument',
      /^symbol must have 1 to 16/,
    ],
    ['half a character', { action: 'create', name: '\ud83d', symbol: 'B' }, 'invalid_argument', /well-formed/],
    [
      'a control character',
      { action: 'create', name: 'a\u0007b', symbol: 'B' },
      'failed_precondition',
      /control character, a direction character/,
    ],
    [
      'a long URI',
      { action: 'create', name: 'a', symbol: 'B', metadataUri: 'é'.repeat(300) },
      'invalid_argument',
      /512 bytes/,
    ],
    ['an unknown token', { action: 'buy', token: other, value: '1' }, 'not_found', /not a token of this launchpad/],
    ['zero', { action: 'buy', token: 'TOKEN', value: '0' }, 'failed_precondition', /more than zero/],
    [
      'a past deadline',
      { action: 'buy', token: 'TOKEN', value: '1000', deadline: 1 },
      'failed_precondition',
      /deadline 1 has passed/,
    ],
    [
      'tokens one does not have',
      { action: 'sell', token: 'TOKEN', amount: '1000000000' },
      'failed_precondition',
      /has 0 tokens/,
    ],
    [
      'more ETH than one has',
      { action: 'buy', token: 'TOKEN', value: `${10n ** 24n}` },
      'failed_precondition',
      /too little ETH/,
    ],
    [
      'slippage beyond all',
      { action: 'buy', token: 'TOKEN', value: '1', slippageBps: 10_001 },
      'invalid_argument',
      /slippageBps/,
    ],
    ['a number for an amount', { action: 'buy', token: 'TOKEN', value: 5 }, 'invalid_argument', /value/],
  ])('%s', async (_, body, code, says) => {
    const given = Object.fromEntries(
      Object.entries(body).map(([key, value]) => [key, value === 'TOKEN' ? token : value]),
    )
    const { code: found, message } = await prepare({ from: bob, ...given })
    expect([found, message]).toEqual([code, expect.stringMatching(says)])
  })
})

async function balanceOf(account: Address): Promise<bigint> {
  const data = `0x70a08231${account.slice(2).padStart(64, '0')}`
  return BigInt((await service.chain.upstream('eth_call', [{ to: token, data }, 'latest'])) as Hex)
}

function callOf({ transaction }: Prepared): { functionName: string; args: readonly unknown[] | undefined } {
  return decodeFunctionData({ abi: launchpadAbi, data: transaction.data })
}
