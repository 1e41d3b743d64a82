import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '#chain/Chain.ts'
import { createChains } from '#chain/createChains.ts'
import type { SimulatedCall } from '#chain/simulate.ts'
import { startChainNode } from '../setup/chain/chainNode.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { openDevnetChain } from '../setup/chain/devnetChain.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'

const DEADLINE = 2n ** 40n
const routerAbi = parseAbi([
  'function addLiquidityETH(address token, uint256 desired, uint256 tokenMin, uint256 ethMin, address to, uint256 deadline) payable',
])
const permit2Abi = parseAbi([
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
])

let devnet: TestDevnet
let rpc: FaultRpc
let chain: Chain & Disposable

beforeAll(async () => {
  devnet = await startTestDevnet()
  rpc = await startFaultRpc({ upstreams: [httpUpstream(devnet.rpcUrl)] })
  chain = openDevnetChain(devnet.description, { url: rpc.url })
})

afterAll(async () => {
  chain[Symbol.dispose]()
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

function approve(token: Address, spender: Address, amount: bigint): SimulatedCall {
  return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }) }
}

function addLiquidity(token: Address, to: Address, value: bigint): SimulatedCall {
  const args = [token, parseEther('1'), 0n, 0n, to, DEADLINE] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidityETH', args })
  return { to: devnet.description.contracts.v2Router, data, value }
}

describe('approvals and the transaction that needs them', () => {
  test('run together in one round trip, with the gas each will take', async () => {
    const from = devnet.account(3).address
    const moon = devnet.token('MOON').address
    const calls = [
      approve(moon, devnet.description.contracts.v2Router, parseEther('1')),
      addLiquidity(moon, from, parseEther('500')),
    ]
    await chain.read([])
    rpc.reset()
    const { results } = await chain.simulate({ from, calls })
    expect(rpc.count.exchanges).toBe(1)
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    for (const [index, call] of calls.entries()) {
      const receipt = await devnet.send(3, { ...call, gas: 2_000_000n })
      const estimate = results[index]?.gasUsed ?? 0n
      // The pair also writes its price sums when a second has passed since its last change.
      expect(Number(estimate) / Number(receipt.gasUsed)).toBeGreaterThan(0.88)
      expect(Number(estimate) / Number(receipt.gasUsed)).toBeLessThan(1.25)
    }
  })

  test('leave nothing behind', async () => {
    const from = devnet.account(4).address
    const moon = devnet.token('MOON').address
    const spender = devnet.description.contracts.v2Router
    await chain.simulate({ from, calls: [approve(moon, spender, 7n), approve(moon, spender, 8n)] })
    const allowance = { abi: erc20Abi, address: moon, functionName: 'allowance', args: [from, spender] } as const
    expect(await devnet.client.readContract(allowance)).toBe(0n)
    expect(await devnet.client.getCode({ address: from })).toBeUndefined()
  })

  test('show that a token wants its allowance cancelled first', async () => {
    const from = devnet.account(4).address
    const usdx = devnet.token('usdt-like').address
    const spender = devnet.description.contracts.v2Router
    await devnet.send(4, approve(usdx, spender, 5n))
    const { results } = await chain.simulate({
      from,
      calls: [approve(usdx, spender, 6n), approve(usdx, spender, 0n), approve(usdx, spender, 6n)],
    })
    expect(results.map(({ ok }) => ok)).toEqual([false, true, true])
  })

  test('report what a failed call said', async () => {
    const from = devnet.account(5).address
    const moon = devnet.token('MOON').address
    const calls = [approve(moon, devnet.description.contracts.v2Router, 1n), addLiquidity(moon, from, parseEther('1'))]
    const { results } = await chain.simulate({ from, calls })
    expect(results[0]?.ok).toBe(true)
    expect(results[1]?.ok).toBe(false)
    // Error(string)
    expect(results[1]?.returnData).toMatch(/^0x08c379a0/)
  })

  test('see a balance the account does not have yet', async () => {
    const from = '0x00000000000000000000000000000000000a11ce'
    const calls = [{ to: devnet.account(0).address, data: '0x' as Hex, value: parseEther('3') }]
    expect((await chain.simulate({ from, calls })).results[0]?.ok).toBe(false)
    const stateOverride = { [from]: { balance: parseEther('3') } } as const
    expect((await chain.simulate({ from, calls, stateOverride })).results[0]?.ok).toBe(true)
  })

  test('check a signature as the account itself would', async () => {
    const account = devnet.account(6)
    const moon = devnet.token('MOON').address
    const { permit2, v4PositionManager } = devnet.description.contracts
    const details = { token: moon, amount: 10n, expiration: 2 ** 40, nonce: 0 }
    const message = { details, spender: v4PositionManager, sigDeadline: DEADLINE }
    const signature = await account.signTypedData({
      domain: { name: 'Permit2', chainId: 4663, verifyingContract: permit2 },
      types: {
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
        PermitDetails: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint160' },
          { name: 'expiration', type: 'uint48' },
          { name: 'nonce', type: 'uint48' },
        ],
      },
      primaryType: 'PermitSingle',
      message,
    })
    const permit = (from: Address) => ({
      to: permit2,
      data: encodeFunctionData({ abi: permit2Abi, functionName: 'permit', args: [from, message, signature] }),
    })
    const run = (from: Address) => chain.simulate({ from, calls: [approve(moon, permit2, 10n), permit(from)] })
    expect((await run(account.address)).results.map(({ ok }) => ok)).toEqual([true, true])
    expect((await run(devnet.account(7).address)).results.map(({ ok }) => ok)).toEqual([true, false])
  })

  test('let nobody else act as the account', async () => {
    const [from, other] = [devnet.account(5).address, devnet.account(6).address]
    const captured: unknown[] = []
    const tap = await startFaultRpc({
      upstreams: [
        (method, params) => {
          if (method === 'eth_call') captured.push(...params)
          return httpUpstream(devnet.rpcUrl)(method, params)
        },
      ],
    })
    using tapped = openDevnetChain(devnet.description, { url: tap.url })
    await tapped.simulate({
      from,
      calls: [
        { to: other, data: '0x' },
        { to: other, data: '0x' },
      ],
    })
    const [transaction, tag, override] = captured as [{ from: Address }, string, object]
    const asOther = httpUpstream(devnet.rpcUrl)('eth_call', [{ ...transaction, from: other }, tag, override])
    // NotItself(address)
    await expect(asOther).rejects.toMatchObject({ data: expect.stringMatching(/^0x8b70e3cc/) })
    await tap.close()
  })
})

describe('a lone transaction', () => {
  test('is estimated by the node itself, in one round trip', async () => {
    const from = devnet.account(8).address
    const call = approve(devnet.token('MOON').address, from, 1n)
    rpc.reset()
    const { results } = await chain.simulate({ from, calls: [call] })
    expect(rpc.count.exchanges).toBe(1)
    expect(results[0]).toMatchObject({ ok: true, dataFee: 0n, returnData: `0x${'1'.padStart(64, '0')}` })
    expect(results[0]?.gasUsed).toBe(await devnet.client.estimateGas({ account: from, ...call }))
  })

  test('that fails gives its revert data', async () => {
    const from = devnet.account(8).address
    const call = addLiquidity(devnet.token('MOON').address, from, 1n)
    const { results } = await chain.simulate({ from, calls: [call] })
    expect(results[0]).toMatchObject({ ok: false, gasUsed: 0n })
    expect(results[0]?.returnData).toMatch(/^0x08c379a0/)
  })

  test('of no calls returns no results', async () => {
    expect(await chain.simulate({ from: devnet.account(8).address, calls: [] })).toEqual({ results: [] })
  })
})

test('calldata costs at least its floor', async () => {
  const [from, to] = [devnet.account(8).address, devnet.account(9).address]
  const long = { to, data: `0x${'ff'.repeat(1000)}` } as const
  const { results } = await chain.simulate({ from, calls: [long, long] })
  const receipt = await devnet.send(8, long)
  expect(results[1]?.gasUsed).toBe(receipt.gasUsed)
})

describe('the extra cost of data', () => {
  // PUSH4, MSTORE, RETURN: a contract that answers every call with one word.
  const answering = (word: number) => `0x63${word.toString(16).padStart(8, '0')}60005260206000f3`

  test('is read from the oracle on the OP Stack, in the same round trip', async () => {
    const node = await startChainNode()
    const op = await startFaultRpc({ upstreams: [node.upstream], lies: { chainId: 10 } })
    const chains = createChains({ rpcUrls: { 10: [op.url] }, deadlineMs: 60_000 })
    const [from, to] = node.accounts as [Address, Address]
    const call = { to, data: '0x1234' as Hex }
    expect((await chains.get(10).simulate({ from, calls: [call] })).results[0]?.dataFee).toBe(0n)
    await node.upstream('hardhat_setCode', ['0x420000000000000000000000000000000000000F', answering(777)])
    op.reset()
    op.set({ lies: { chainId: 10 } })
    expect(
      (await chains.get(10).simulate({ from, calls: [call, call] })).results.map(({ dataFee }) => dataFee),
    ).toEqual([777n, 777n])
    expect((await chains.get(10).simulate({ from, calls: [call] })).results[0]?.dataFee).toBe(777n)
    expect(op.count.exchanges).toBe(2)
    chains.close()
    await op.close()
  })

  test('is gas on Arbitrum, which has its own block number', async () => {
    const node = await startChainNode()
    const arbitrum = await startFaultRpc({ upstreams: [node.upstream] })
    const chains = createChains({ rpcUrls: { 4663: [arbitrum.url] }, deadlineMs: 60_000 })
    const [from, to] = node.accounts as [Address, Address]
    const call = { to, data: '0x' as Hex }
    const [, before] = (await chains.get(4663).simulate({ from, calls: [call, call] })).results
    await node.upstream('hardhat_setCode', ['0x00000000000000000000000000000000000000C8', answering(5000)])
    await node.upstream('hardhat_setCode', ['0x0000000000000000000000000000000000000064', answering(123_456)])
    const [, after] = (await chains.get(4663).simulate({ from, calls: [call, call] })).results
    expect((after?.gasUsed ?? 0n) - (before?.gasUsed ?? 0n)).toBe(5000n)
    expect((await chains.get(4663).read([])).block.number).toBe(123_456n)
    chains.close()
    await arbitrum.close()
  })

  test('approvals cannot be simulated where accounts take no code', async () => {
    const node = await startChainNode()
    const era = await startFaultRpc({ upstreams: [node.upstream], lies: { chainId: 324 } })
    const chains = createChains({ rpcUrls: { 324: [era.url] }, deadlineMs: 60_000 })
    const [from, to] = node.accounts as [Address, Address]
    const call = { to, data: '0x' as Hex }
    expect((await chains.get(324).simulate({ from, calls: [call] })).results[0]).toMatchObject({
      ok: true,
      gasUsed: expect.toSatisfy((gas: bigint) => gas >= 21_000n && gas < 21_100n),
    })
    await expect(chains.get(324).simulate({ from, calls: [call, call] })).rejects.toMatchObject({
      code: 'failed_precondition',
    })
    chains.close()
    await era.close()
  })
})
