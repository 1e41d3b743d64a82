import type { Address, Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Fees, Urgency } from '#chain/Fees.ts'
import type { SimulatedResult } from '#chain/simulate.ts'
import { isUnavailable } from '#core/ApiError.ts'
import { compareWithLimits, tokensOf } from '#core/compareWithLimits.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import { explainRevert, type Failure } from './explainRevert.ts'
import type { Limits } from './Limits.ts'

/** Percent of the gas used, for changes between the simulation and the transaction. */
const GAS_MARGIN_PERCENT = 20n
/** A pool writes its price oracle once per block, so the simulation on the newest block does not include that write. */
const ORACLE_GAS = 50_000n

/** The gas of the largest transaction that a node accepts (EIP-7825); a hook cannot burn more of it. */
export const SIMULATION_GAS_MAX = 16_777_216n

export type Gas = {
  readonly gasFee: bigint
  /** The gas fields of the transaction: never both `maxFeePerGas` and `gasPrice`. */
  readonly fields: {
    gasLimit: string
    maxFeePerGas?: string
    maxPriorityFeePerGas?: string
    gasPrice?: string
  }
}

type Simulated = {
  readonly wallet: Address
  /** The transactions that the wallet would send first. */
  readonly approvals: readonly Approval[]
  readonly urgency: Urgency
  /** Of all steps together. */
  readonly limits: Limits
}
type Step = { readonly to: Address; readonly payload: Payload }

/** Simulates a transaction after the given approvals, and returns its cost or the reason of its failure. */
export async function simulateTransaction(
  chain: Chain,
  { to, payload, ...simulated }: Simulated & Step,
): Promise<{ readonly gas: Gas } | { readonly failure: Failure }> {
  const outcome = await simulateSteps(chain, { ...simulated, steps: [{ to, payload }] })
  if ('failure' in outcome) return outcome
  const [gas] = outcome.gas
  return gas ? { gas } : { failure: explainRevert('0x') }
}

/** The same for several transactions in a row: the first that fails is the failure of all. */
export async function simulateSteps(
  chain: Chain,
  { wallet, steps, approvals, urgency, limits }: Simulated & { readonly steps: readonly Step[] },
): Promise<{ readonly gas: readonly Gas[] } | { readonly failure: Failure }> {
  const calls = [
    ...approvals.map(({ to: token, data }) => ({ to: token, data })),
    ...steps.map(({ to, payload }) => ({ to, ...payload })),
  ]
  const simulation = { from: wallet, calls, urgency, balancesOf: tokensOf(limits), gas: SIMULATION_GAS_MAX }
  const simulated = await chain.simulate(simulation).catch(asUnavailable)
  if ('failure' in simulated) return simulated
  const { fees, balanceChanges } = simulated
  const results = simulated.results.slice(approvals.length)
  const failed = results.find(({ ok }) => !ok)
  if (failed || !fees || results.length < steps.length) return { failure: explainRevert(failed?.returnData ?? '0x') }
  const difference = balanceChanges && compareWithLimits(limits, balanceChanges)
  if (difference) return { failure: difference }
  return { gas: results.map((result) => gasOf(result, fees, chain.facts.chargesGasLimit)) }
}

// The amounts are known already, and an answer without a simulation is better than none.
function asUnavailable(error: unknown): { failure: Failure } {
  if (!isUnavailable(error)) throw error
  const message =
    'No node could simulate the transaction, so its limits are unconfirmed. Do not sign it; build it again.'
  return { failure: { code: 'SIMULATION_UNAVAILABLE', message } }
}

/** The same for several transactions of the wallet: in sequence where the chain supports it, separately elsewhere. */
export async function simulateAll(
  chain: Chain,
  wallet: Address,
  { transactions, urgency }: { transactions: readonly { to: Address; data: Hex }[]; urgency: Urgency },
): Promise<(Gas | undefined)[]> {
  const { hasStateOverrides, chargesGasLimit } = chain.facts
  const groups = hasStateOverrides ? [transactions] : transactions.map((transaction) => [transaction])
  const simulated = await Promise.all(groups.map((calls) => chain.simulate({ from: wallet, calls, urgency })))
  return simulated.flatMap(({ results, fees }) =>
    results.map((result) => (result.ok && fees ? gasOf(result, fees, chargesGasLimit) : undefined)),
  )
}

function gasOf({ gasUsed, dataFee }: SimulatedResult, fees: Fees, chargesGasLimit: boolean): Gas {
  const gasLimit = gasUsed + (gasUsed * GAS_MARGIN_PERCENT) / 100n + ORACLE_GAS
  const gasFee = (chargesGasLimit ? gasLimit : gasUsed) * fees.expectedGasPrice + dataFee
  const offer =
    fees.kind === 'legacy'
      ? { gasPrice: fees.gasPrice.toString() }
      : { maxFeePerGas: fees.maxFeePerGas.toString(), maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString() }
  return { gasFee, fields: { gasLimit: gasLimit.toString(), ...offer } }
}
