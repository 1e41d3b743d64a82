import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { feeSplitAbi, feeSplitFactoryAbi } from '#launchpad/contract/abi.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'

const SHARES = { abi: feeSplitAbi, functionName: 'shares' } as const
/** Size of ten accounts and shares; a foreign contract may return any number of bytes. */
const ANSWER_MAX = 2 + 2 * 32 * 24

/**
 * Refuses a contract that only poses as a fee split: a real one has the address that the factory derives from its
 * accounts and shares.
 */
export async function requireFeeSplit({ chain, factory }: Context, split: Address): Promise<void> {
  const answer = (await chain.read([{ to: split, data: encodeFunctionData(SHARES) }])).results[0]
  const args = answer?.ok && answer.data.length <= ANSWER_MAX ? sharesIn(answer.data) : undefined
  if (!args) throw notOurs(split)
  const call = { abi: feeSplitFactoryAbi, functionName: 'predictFeeSplit', args } as const
  const to = feeSplitFactoryOf(factory.address)
  const found = (await chain.read([{ to, data: encodeFunctionData(call) }])).results[0]
  if (!found?.ok || decodeFunctionResult({ ...call, data: found.data }) !== split) throw notOurs(split)
}

function sharesIn(data: Hex) {
  try {
    return decodeFunctionResult({ ...SHARES, data })
  } catch {
    return undefined
  }
}

function notOurs(split: Address): ApiError {
  return new ApiError(
    'failed_precondition',
    `${split} is not a fee split of this launchpad. Create one with createFeeSplit.`,
    {
      details: [{ type: 'field', value: 'split' }],
    },
  )
}
