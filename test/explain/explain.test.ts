import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Explained } from '../setup/explain.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** POST /api/explain in the whole service: launches, signatures, and malicious requests. */

const chainId = 4663
const STRANGER = '0x000000000000000000000000000000000BadBad0' as Address
let service: TestService
let wallet: Address
beforeAll(async () => {
  service = await startTestService()
  wallet = service.devnet.account(3).address
})
afterAll(() => service[Symbol.asyncDispose]())

async function ask(body: object): Promise<Explained> {
  const response = await service.post('/api/explain', { chainId, ...body })
  return { status: response.status, ...((await response.json()) as object) }
}

async function prepare(body: object): Promise<Explained> {
  const response = await service.post('/api/launchpad/prepare', { from: wallet, ...body })
  const answer = (await response.json()) as Explained
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer
}

const codes = ({ warnings }: Explained) => warnings.map(({ code }: { code: string }) => code)
const calling = (transaction: object, from: Address = wallet) => ask({ from, transaction })

describe('a launch', () => {
  let token: Address
  test('is explained with its name, its options and its first buy', async () => {
    const value = parseEther('0.1').toString()
    const answer = await prepare({
      action: 'create',
      name: 'Quill',
      symbol: 'QUIL',
      value,
      lockDays: 30,
      salt: `0x${'11'.repeat(32)}`,
    })
    const body = await calling(answer.transaction)
    expect(body).toMatchObject({ known: true, limits: { pay: [{ tokenAddress: zeroAddress, atMost: value }] } })
    expect(body.summary).toContain('named "Quill" with the symbol "QUIL"')
    expect(body.summary).toContain('released over 30 days')
    const { to, data } = answer.transaction
    await service.devnet.send(3, { to, data, value: BigInt(value) })
    token = answer.token
  })

  test('is bought within the quote', async () => {
    const value = parseEther('0.05').toString()
    const { transaction, quote } = await prepare({ action: 'buy', token, value })
    const body = await calling(transaction)
    expect(body.limits).toEqual({
      pay: [{ tokenAddress: zeroAddress, atMost: value }],
      receive: [{ tokenAddress: token, atLeast: quote.minOut, recipient: wallet }],
    })
    await service.devnet.send(3, { to: transaction.to, data: transaction.data, value: BigInt(value) })
  })

  test('is sold to the signer, and to another with a warning', async () => {
    const sale = { action: 'sell', token, amount: parseEther('10').toString() }
    const { transaction, quote } = await prepare(sale)
    const body = await calling(transaction)
    expect(body.limits).toEqual({
      pay: [{ tokenAddress: token, atMost: sale.amount }],
      receive: [{ tokenAddress: zeroAddress, atLeast: quote.minOut, recipient: wallet }],
    })
    expect(codes(body)).toEqual([])
    const other = service.devnet.account(4).address
    const elsewhere = await prepare({ ...sale, recipient: other, deadline: 4_000_000_000 })
    expect(codes(await calling(elsewhere.transaction))).toEqual(['OTHER_RECIPIENT'])
  })

  test('has metadata whose signature moves nothing', async () => {
    const { typedData } = await prepare({ action: 'metadata', token, description: 'A quill.' })
    const body = await ask({ from: wallet, typedData })
    expect(body).toMatchObject({ known: true, kind: 'metadata of a launch', approvals: [] })
    expect(body.summary).toContain('It moves no funds')
    const elsewhere = { ...typedData, domain: { ...typedData.domain, verifyingContract: STRANGER } }
    expect(await ask({ from: wallet, typedData: elsewhere })).toMatchObject({ known: false })
  })

  test('has a fee split that only the factory can vouch for', async () => {
    const shares = [
      { account: wallet, bps: 6000 },
      { account: service.devnet.account(4).address, bps: 4000 },
    ]
    const { transaction, split } = await prepare({ action: 'createFeeSplit', shares })
    expect((await calling(transaction)).summary).toContain(`60% to the signer`)
    await service.devnet.send(3, { to: transaction.to, data: transaction.data })
    const claim = { to: split, data: `0x1e83409a${token.slice(2).padStart(64, '0')}` }
    expect(await calling(claim)).toMatchObject({ known: true, steps: [{ contract: { name: 'fee split' } }] })
  })
})

describe('approvals', () => {
  const dusd = () => service.devnet.token('DUSD').address
  const approve = (spender: Address, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

  test('without an end and for a stranger are warned about', async () => {
    const body = await calling({ to: dusd(), data: approve(STRANGER, maxUint256) })
    expect(codes(body)).toEqual(['UNLIMITED_APPROVAL', 'UNKNOWN_SPENDER'])
    expect(body.approvals).toMatchObject([{ spender: { address: STRANGER, name: null }, positionId: null }])
  })

  test('of exact amounts for a known contract are not', async () => {
    const { permit2 } = service.devnet.description.contracts
    const body = await calling({ to: dusd(), data: approve(permit2 as Address, 1_500_000n) })
    expect(codes(body)).toEqual([])
    expect(body.summary).toBe(`Lets Permit2 (${permit2}) take up to 1.5 DUSD (${dusd()}).`)
  })

  test('in a Permit2 message are read from the message, and only for Permit2', async () => {
    const { permit2 } = service.devnet.description.contracts
    const details = [{ token: dusd(), amount: '7', expiration: '1893456000', nonce: '0' }]
    const fields = (text: string) =>
      text.split(',').map((field) => ({ type: field.split(' ')[0], name: field.split(' ')[1] }))
    const typedData = {
      domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
      types: {
        PermitBatch: fields('PermitDetails[] details,address spender,uint256 sigDeadline'),
        PermitDetails: fields('address token,uint160 amount,uint48 expiration,uint48 nonce'),
      },
      primaryType: 'PermitBatch',
      message: { details, spender: STRANGER, sigDeadline: '1893456000' },
    }
    const body = await ask({ from: wallet, typedData })
    expect(body).toMatchObject({ known: true, kind: 'Permit2 batch permit' })
    expect(body.approvals).toMatchObject([{ tokenAddress: dusd(), amount: '7', until: '2030-01-01T00:00:00.000Z' }])
    expect(codes(body)).toEqual(['UNKNOWN_SPENDER'])
    const other = { ...typedData, domain: { ...typedData.domain, verifyingContract: dusd() } }
    expect(codes(await ask({ from: wallet, typedData: other }))).toEqual(['UNKNOWN_MESSAGE'])
    const noChain = { ...typedData, domain: { name: 'Permit2', verifyingContract: permit2 } }
    expect(codes(await ask({ from: wallet, typedData: noChain }))).toContain('OTHER_CHAIN')
  })

  test('of every position are warned about', async () => {
    const { v4PositionManager } = service.devnet.description.contracts
    const abi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
    const data = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [STRANGER, true] })
    expect(codes(await calling({ to: v4PositionManager, data }))).toContain('UNLIMITED_APPROVAL')
  })
})

describe('malicious requests', () => {
  test('an unknown contract is called unknown', async () => {
    const body = await calling({ to: STRANGER, data: '0xdeadbeef', value: '0x01' })
    expect(body).toMatchObject({ known: false, limits: { pay: [{ tokenAddress: zeroAddress, atMost: '1' }] } })
    expect(codes(body)).toEqual(['UNKNOWN_CONTRACT'])
  })

  test('an unknown call inside a known one is called unknown', async () => {
    const { v4PositionManager } = service.devnet.description.contracts
    const abi = parseAbi(['function multicall(bytes[] calls)'])
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [['0xdeadbeef']] })
    const body = await calling({ to: v4PositionManager, data })
    expect(body).toMatchObject({ known: false })
    expect(codes(body)).toEqual(['UNKNOWN_CALL'])
  })

  test('a byte that changes the calldata changes the explanation', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [STRANGER, 1_000_000n] })
    const to = service.devnet.token('DUSD').address
    const { status: _, requestId: __, ...original } = await calling({ to, data })
    for (let position = 2; position < data.length; position += 2) {
      const mutated = flipped(data, position)
      const { status, requestId, ...body } = await calling({ to, data: mutated })
      expect(status).toBe(200)
      expect(body, mutated).not.toEqual(original)
    }
  })

  test('a sign-in to another site is seen', async () => {
    const message = [
      'bank.example wants you to sign in with your Ethereum account:',
      wallet,
      '',
      'URI: https://evil.example/',
      'Version: 1',
      'Chain ID: 4663',
      'Nonce: 12345678',
      'Issued At: 2026-01-01T00:00:00.000Z',
    ].join('\n')
    expect(codes(await ask({ from: wallet, message }))).toEqual(['OTHER_SITE'])
    expect(await ask({ from: wallet, message: 'hello' })).toMatchObject({ status: 400, code: 'invalid_argument' })
  })

  test.each([
    ['nothing to explain', {}],
    ['two things at once', { message: 'a', transaction: { to: STRANGER } }],
    ['half a byte', { transaction: { to: STRANGER, data: '0x1' } }],
    ['a simulation without an account', { transaction: { to: STRANGER }, simulate: true }],
    ['an unknown chain', { chainId: 5, transaction: { to: STRANGER } }],
  ])('%s is refused', async (_, body) => {
    expect(await ask(body)).toMatchObject({ status: 400, code: 'invalid_argument' })
  })
})

test('a simulation adds the balance changes', async () => {
  const to = service.devnet.token('DUSD').address
  const holder = service.devnet.account(0).address
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet, 1_000_000n] })
  const body = await ask({ from: holder, transaction: { to, data }, simulate: true })
  expect(body.simulation).toEqual({ ok: true, balanceChanges: [{ tokenAddress: to, change: '-1000000' }] })
})

function flipped(data: Hex, position: number): Hex {
  const byte = (Number.parseInt(data.slice(position, position + 2), 16) ^ 0x01).toString(16).padStart(2, '0')
  return `${data.slice(0, position)}${byte}${data.slice(position + 2)}` as Hex
}
