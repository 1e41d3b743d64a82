import { type Address, zeroAddress } from 'viem'
import type { JointLimits } from '#batch/rules/jointLimits.ts'
import type { Chain } from '#chain/Chain.ts'
import type { SimulatedCall } from '#chain/simulate.ts'
import { ApiError } from '#core/ApiError.ts'
import { compareWithLimits, tokensOf } from '#core/compareWithLimits.ts'

/** The gas limit of one transaction (EIP-7825). */
const GAS_MAX = 16_777_216n

type Whole = {
  readonly from: Address
  readonly calls: readonly SimulatedCall[]
  readonly limits: JointLimits
  /** Tokens without a limit whose changes are reported too. */
  readonly watched: readonly Address[]
}

/**
 * Simulates all calls in sequence, and refuses them if one fails or the whole breaks its limits. Returns the change of
 * each balance.
 */
export async function requireWithin(chain: Chain, { from, calls, limits, watched }: Whole) {
  const tokens = [...new Set([...tokensOf(limits), zeroAddress, ...watched])]
  const { results, balanceChanges } = await chain.simulate({
    from,
    calls,
    balancesOf: tokens,
    stateOverride: {},
    gas: GAS_MAX,
  })
  const failed = results.findIndex(({ ok }) => !ok)
  if (failed >= 0 || !balanceChanges || results.length < calls.length) throw rowFails(failed)
  const problem = compareWithLimits(limits, balanceChanges)
  if (problem)
    throw new ApiError('failed_precondition', `${problem.message} The batch is withheld.`, {
      details: [{ type: problem.code, value: problem.message }],
    })
  return tokens
    .map((token, index) => ({ token, change: -(balanceChanges[index] ?? 0n) }))
    .filter(({ change }) => change !== 0n)
}

function rowFails(index: number): ApiError {
  const which = index < 0 ? 'The calls' : `Call ${index}`
  return new ApiError(
    'failed_precondition',
    `${which} would fail after the earlier operations. Build the batch again, or send less.`,
    {
      details: [{ type: 'SIMULATION_ERROR', value: String(index) }],
    },
  )
}
