import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import type { Approval } from './Approval.ts'
import { explainRevert, type Failure } from './explainRevert.ts'

const ABI = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function getEthBalance(address account) view returns (uint256)',
])

type Measured = {
  readonly wallet: Address
  readonly to: Address
  readonly payload: Payload
  readonly approvals: readonly Approval[]
  readonly tokens: readonly [Address, Address]
  /** The one that the other figures of the answer come from. */
  readonly block: Block
}

/** What the wallet would pay, by running the transaction: negative where it receives. */
export async function measureBalanceChanges(
  chain: Chain,
  transaction: Measured,
): Promise<{ paid: Amounts } | { failure: Failure }> {
  const { wallet, to, payload, approvals, tokens, block } = transaction
  const balances = tokens.map((token) => balanceCall(chain, token, wallet))
  const calls = [
    ...balances,
    ...approvals.map(({ to: token, data }) => ({ to: token, data })),
    { to, ...payload },
    ...balances,
  ]
  const { results } = await chain.simulate({ from: wallet, calls, block: block.number })
  const main = results.at(-3)
  if (!main?.ok) return { failure: explainRevert(main?.returnData ?? '0x') }
  const figure = (index: number) => toBigInt(results.at(index)?.returnData)
  return { paid: { amount0: figure(0) - figure(-2), amount1: figure(1) - figure(-1) } }
}

function balanceCall({ facts }: Chain, token: Address, wallet: Address): { to: Address; data: Hex } {
  const args = [wallet] as const
  if (token !== zeroAddress)
    return { to: token, data: encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args }) }
  return { to: facts.multicall3, data: encodeFunctionData({ abi: ABI, functionName: 'getEthBalance', args }) }
}

function toBigInt(data: Hex | undefined): bigint {
  return data === undefined || data.length < 66 ? 0n : BigInt(data.slice(0, 66))
}
