import { type Address, erc20Abi, parseAbi, type TransactionReceipt, zeroAddress } from 'viem'
import { expect } from 'vitest'
import { type Broken, brokenOf, inWords } from './limits.ts'
import type { Body, TestLp } from './lp.ts'

/** Answers of several steps, executed from the answer alone. */

const V4 = parseAbi([
  'function getPositionLiquidity(uint256 id) view returns (uint128)',
  'function ownerOf(uint256 id) view returns (address)',
])
const V3 = parseAbi([
  'function positions(uint256 id) view returns (uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128)',
])

type Call = { to: Address; data: `0x${string}`; value: `0x${string}` }
export type Ran = { status: 'mined' | 'reverted'; paid: Map<string, bigint>; logs: TransactionReceipt['logs'] }

/** Sends the calls of an answer in order up to the first that reverts; asserts that its limits hold and that no contract keeps anything. */
export async function runCalls(lp: TestLp, account: number, answer: Body): Promise<Ran> {
  const { address } = lp.devnet.account(account)
  const tokens = tokensOf(lp)
  const holders = holdersOf(lp)
  const kept = await balances(lp, holders, tokens)
  const before = await balances(lp, [address], tokens)
  let gas = 0n
  let last: TransactionReceipt | undefined
  for (const { to, data, value } of answer.calls as Call[]) {
    last = await lp.devnet.submit(account, { to, data, value: BigInt(value) })
    gas += last.gasUsed * last.effectiveGasPrice
    if (last.status !== 'success') break
  }
  const after = await balances(lp, [address], tokens)
  expect(await balances(lp, holders, tokens)).toEqual(kept)
  const paid = new Map(
    tokens.map((token, index) => [
      token as string,
      (before[index] ?? 0n) - (after[index] ?? 0n) - (token === zeroAddress ? gas : 0n),
    ]),
  )
  const status = last?.status === 'success' ? 'mined' : 'reverted'
  const broken: Broken[] = status === 'mined' ? brokenOf(answer, paid as Map<Address, bigint>) : []
  expect(broken.filter(({ enforced, side }) => enforced || side === 'pay').map(inWords), answer.summary).toEqual([])
  return { status, paid, logs: last?.logs ?? [] }
}

/** The wallet gained exactly the stated rest, and paid for nothing else. */
export function expectReceived({ received }: Body, { paid }: Ran): void {
  const stated = new Map<string, bigint>(
    received.map(({ tokenAddress, amount }: Body) => [tokenAddress, BigInt(amount)]),
  )
  const moved = [...paid].filter(([, amount]) => amount !== 0n).map(([token, amount]) => [token, -amount])
  expect(new Map(moved as [string, bigint][])).toEqual(stated)
}

export async function liquidityOf(lp: TestLp, protocol: string, id: bigint): Promise<bigint> {
  const { v3PositionManager, v4PositionManager } = lp.devnet.description.contracts
  if (protocol === 'V4') {
    const args = [id] as const
    return lp.devnet.client.readContract({
      address: v4PositionManager,
      abi: V4,
      functionName: 'getPositionLiquidity',
      args,
    })
  }
  const position = await lp.devnet.client.readContract({
    address: v3PositionManager,
    abi: V3,
    functionName: 'positions',
    args: [id],
  })
  return position[7]
}

export function ownerOf(lp: TestLp, protocol: string, id: bigint): Promise<Address> {
  const { v3PositionManager, v4PositionManager } = lp.devnet.description.contracts
  const address = protocol === 'V4' ? v4PositionManager : v3PositionManager
  return lp.devnet.client.readContract({ address, abi: V4, functionName: 'ownerOf', args: [id] })
}

function tokensOf({ devnet }: TestLp): Address[] {
  return [zeroAddress, ...devnet.description.tokens.map(({ address }) => address)]
}

function holdersOf({ devnet }: TestLp): Address[] {
  const { v3PositionManager, v4PositionManager, universalRouter, v2Router } = devnet.description.contracts
  return [v3PositionManager, v4PositionManager, universalRouter, v2Router]
}

async function balances(lp: TestLp, accounts: readonly Address[], tokens: readonly Address[]): Promise<bigint[]> {
  const native = await Promise.all(
    accounts.map(async (address) => [await lp.devnet.client.getBalance({ address })] as bigint[]),
  )
  const contracts = accounts.flatMap((account) =>
    tokens.slice(1).map((address) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }) as const),
  )
  const held = await lp.devnet.client.multicall({ contracts, allowFailure: false })
  const each = tokens.length - 1
  return accounts.flatMap((_, index) => [...(native[index] ?? []), ...held.slice(index * each, (index + 1) * each)])
}
