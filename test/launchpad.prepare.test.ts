import { type Address, decodeAbiParameters, decodeFunctionData, type Hex, parseEther, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/abi.ts'
import * as Curve from '#launchpad/Curve.ts'
import * as Launch from './setup/launch/launchChain.ts'
import { type LaunchService, startLaunchService } from './setup/launch/launchService.ts'

type Prepared = {
  transaction: { to: Address; from: Address; data: Hex; value: string; chainId: number; gas: string }
  summary: string
  warnings: string[]
  quote: Record<string, string> | null
  simulation: { returnData: Hex }
  code?: string
  message?: string
}

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

/** Signs and mines what was prepared, with the gas it asks for; says whether it went through. */
async function send({ transaction }: Prepared): Promise<{ ok: boolean; gasUsed: bigint }> {
  const { to, from, data, value, gas } = transaction
  const hex = (text: string) => `0x${BigInt(text).toString(16)}`
  const hash = await service.chain.upstream('eth_sendTransaction', [
    { to, from, data, value: hex(value), gas: hex(gas) },
  ])
  await service.chain.mine()
  const receipt = (await service.chain.upstream('eth_getTransactionReceipt', [hash])) as { status: Hex; gasUsed: Hex }
  return { ok: receipt.status === '0x1', gasUsed: BigInt(receipt.gasUsed) }
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
      expect(prepared.transaction).toMatchObject({ to: Launch.FACTORY, from: bob, value: String(value), chainId: 4663 })
      expect(await send(prepared)).toMatchObject({ ok: true })
      const [created] = decodeAbiParameters([{ type: 'address' }], prepared.simulation.returnData)
      expect((await service.chain.curves()).at(-1)?.token).toBe(created)
      const { name, symbol } = await service.get(`/api/launchpad/token?address=${created}`)
      expect([name, symbol]).toEqual(['Trimmed', 'TRIM'])
      expect(prepared.warnings.join(' ')).toMatch(/cannot be undone or edited/)
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

  test('carries metadata, salt and referrer; a salt that is used up is told', async () => {
    const salt = `0x${'11'.repeat(32)}`
    const asked = { action: 'create', from: bob, name: 'Salted', symbol: 'SALT', salt }
    expect(await send(await prepare({ ...asked, metadataUri: 'ipfs://x', referrer: ann }))).toMatchObject({ ok: true })
    expect(await prepare(asked)).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('already used this salt'),
    })
  })
})

describe('trade', () => {
  test.each(['0.001', '0.5', '10'])('a buy with %s ETH brings what was quoted', async (eth) => {
    const value = String(parseEther(eth))
    const quote = await service.get(`/api/launchpad/quote?address=${token}&amount=${value}`)
    const prepared = await prepare({ action: 'buy', from: bob, token, value })
    expect(prepared.quote).toMatchObject({ amountOut: quote.amountOut, minOut: quote.minOut, refund: quote.refund })
    const { ok, gasUsed } = await send(prepared)
    expect(ok).toBe(true)
    expect(gasUsed).toBeLessThan(BigInt(prepared.transaction.gas))
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
    expect(prepared.warnings.join(' ')).toMatch(/can take these tokens/)
    expect(await send(prepared)).toMatchObject({ ok: true })
  })

  test('the creator claims its fees; nobody else can', async () => {
    expect(await send(await prepare({ action: 'claim', from: ann, token, recipient: bob }))).toMatchObject({ ok: true })
    const refused = await prepare({ action: 'claim', from: bob, token })
    expect(refused).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining(`Only the current creator ${ann}`),
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
      /control or direction character/,
    ],
    [
      'a long URI',
      { action: 'create', name: 'a', symbol: 'B', metadataUri: 'é'.repeat(300) },
      'invalid_argument',
      /512 bytes/,
    ],
    ['an unknown token', { action: 'buy', token: other, value: '1' }, 'not_found', /no token of this launchpad/],
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

  test('a graduated token trades in its pool', async () => {
    await service.chain.mine([Launch.buy(bob, token, parseEther('5'))])
    const { code, message } = await prepare({ action: 'buy', from: bob, token, value: '1000' })
    expect([code, message]).toEqual([
      'failed_precondition',
      expect.stringContaining('trade it in its Uniswap v4 pool 0x'),
    ])
  })
})

async function balanceOf(account: Address): Promise<bigint> {
  const data = `0x70a08231${account.slice(2).padStart(64, '0')}`
  return BigInt((await service.chain.upstream('eth_call', [{ to: token, data }, 'latest'])) as Hex)
}

function callOf({ transaction }: Prepared): { functionName: string; args: readonly unknown[] | undefined } {
  return decodeFunctionData({ abi: launchpadAbi, data: transaction.data })
}
