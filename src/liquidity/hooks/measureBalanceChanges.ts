import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { explainRevert, type Failure } from '#liquidity/answer/explainRevert.ts'
import { SIMULATION_GAS_MAX } from '#liquidity/answer/simulateTransaction.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'

type Transaction = {
  readonly wallet: Address
  readonly to: Address
  readonly payload: Payload
  readonly approvals: readonly Approval[]
  readonly tokens: readonly Address[]
  readonly block: Block
}

/** Simulates a transaction and returns the amount of each token that the wallet pays; negative if it receives. */
export async function measureBalanceChanges(
  chain: Chain,
  { wallet, to, payload, approvals, tokens, block }: Transaction,
): Promise<{ paid: readonly bigint[] } | { failure: Failure }> {
  const calls = [...approvals.map(({ to: token, data }) => ({ to: token, data })), { to, ...payload }]
  const simulation = { from: wallet, calls, block: block.number, balancesOf: tokens, gas: SIMULATION_GAS_MAX }
  const { results, balanceChanges } = await chain.simulate(simulation)
  if (balanceChanges) return { paid: balanceChanges }
  return { failure: explainRevert(results.at(-1)?.returnData ?? '0x') }
}
