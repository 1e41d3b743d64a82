import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi, zeroAddress } from 'viem'
import { expect } from 'vitest'
import * as seedV2 from '#devnet/seedV2.ts'
import * as seedV3 from '#devnet/seedV3.ts'
import * as seedV4 from '#devnet/seedV4.ts'
import type { Body, TestLp, TradedPool } from './lp.ts'

const OPERATOR = 19
const PERMIT2 = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])

type Transaction = { to: Address; data: Hex; value: Hex }
export type Execution = { status: 'mined' | 'reverted'; paid: Map<Address, bigint> }

/** Lets the contracts take all they want of these tokens, so that only what is signed limits them. */
export async function approveEverything(lp: TestLp, account: number, tokens: readonly Address[]): Promise<void> {
  const { v2Router, v3PositionManager, v4PositionManager, permit2 } = lp.devnet.description.contracts
  for (const token of tokens.filter((address) => address !== zeroAddress)) {
    for (const spender of [v2Router, v3PositionManager, permit2]) {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender as Address, maxUint256],
      })
      await lp.devnet.send(account, { to: token, data })
    }
    const args = [token, v4PositionManager as Address, (1n << 160n) - 1n, 2 ** 47] as const
    await lp.devnet.send(account, {
      to: permit2 as Address,
      data: encodeFunctionData({ abi: PERMIT2, functionName: 'approve', args }),
    })
  }
}

/** Sends a built transaction, mined or reverted, and asserts that nothing moved beyond its enforced limits. */
export async function execute(lp: TestLp, account: number, answer: Body): Promise<Execution> {
  const { status, paid, broken } = await attempt(lp, account, answer)
  expect(broken.filter(({ enforced, side }) => enforced || side === 'pay').map(inWords), answer.summary).toEqual([])
  return { status, paid }
}

/** A limit that an execution went beyond. */
export type Broken = { side: 'pay' | 'receive'; token: Address; enforced: boolean; stated: bigint; moved: bigint }

/** Sends a built transaction, mined or reverted, and compares what moved with its limits. */
export async function attempt(lp: TestLp, account: number, answer: Body): Promise<Execution & { broken: Broken[] }> {
  const transaction: Transaction = answer.create ?? answer.increase ?? answer.decrease ?? answer.claim
  const { limits } = answer
  const tokens: Address[] = [...limits.pay, ...limits.receive].map(({ tokenAddress }) => tokenAddress)
  const { address } = lp.devnet.account(account)
  // A pair that the transaction creates has no balances before.
  const before = await Promise.all(tokens.map((token) => lp.balance(token, address).catch(() => 0n)))
  const { to, data, value } = transaction
  const receipt = await lp.devnet.submit(account, { to, data, value: BigInt(value) })
  const after = await Promise.all(tokens.map((token) => lp.balance(token, address).catch(() => 0n)))
  const gas = receipt.gasUsed * receipt.effectiveGasPrice
  const paid = new Map<Address, bigint>()
  for (const [index, token] of tokens.entries()) {
    paid.set(token, (before[index] ?? 0n) - (after[index] ?? 0n) - (token === zeroAddress ? gas : 0n))
  }
  const status = receipt.status === 'success' ? 'mined' : 'reverted'
  if (status === 'reverted') expect([...paid.values()].every((amount) => amount === 0n)).toBe(true)
  return { status, paid, broken: status === 'mined' ? brokenOf(answer, paid) : [] }
}

export function brokenOf({ limits }: Body, paid: ReadonlyMap<Address, bigint>): Broken[] {
  const all: Broken[] = [
    ...limits.pay.map(({ tokenAddress: token, atMost: most, enforced }: Body) => ({
      side: 'pay',
      token,
      enforced,
      stated: BigInt(most),
      moved: paid.get(token) ?? 0n,
    })),
    ...limits.receive.map(({ tokenAddress: token, atLeast, enforced }: Body) => ({
      side: 'receive',
      token,
      enforced,
      stated: BigInt(atLeast),
      moved: -(paid.get(token) ?? 0n),
    })),
  ]
  return all.filter(({ side, stated, moved }) => (side === 'pay' ? moved > stated : moved < stated))
}

export function inWords({ side, token, stated, moved, enforced }: Broken): string {
  return `${side} ${token}: stated ${stated}, moved ${moved}${enforced ? ', enforced' : ''}`
}

/** A third party's swap of one token of the pool for the other. */
export async function swap(lp: TestLp, pool: TradedPool, [from, amount]: readonly ['token0' | 'token1', bigint]) {
  const path: [Address, Address] = from === 'token0' ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const { swap: build } = { V2: seedV2, V3: seedV3, V4: seedV4 }[pool.protocol]
  await lp.devnet.send(OPERATOR, build({ ...pool, amount0: 0n, amount1: 0n }, path, amount))
}

/** The limit of one token. */
export function atMost({ limits }: Body, token: Address): bigint {
  const found = limits.pay.find(({ tokenAddress }: Body) => tokenAddress === token)
  if (!found) throw new Error(`No limit for ${token}.`)
  return BigInt(found.atMost)
}
