import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { feeSplitAbi, feeSplitFactoryAbi } from '#launchpad/contract/abi.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'

const SHARES = { abi: feeSplitAbi, functionName: 'shares' } as const
/** Size of ten accounts and shares; a foreign contract may return any number of bytes. */
const ANSWER_MAX = 2 + 2 * 32 * 24

/**
 * The accounts of a fee split; undefined for any other address. A contract that only poses as a fee split is recognised
 * by its address, which the factory derives from the accounts and shares.
 */
export async function readFeeSplit({ chain, factory }: Context, split: Address): Promise<Address[] | undefined> {
  const answer = (await chain.read([{ to: split, data: encodeFunctionData(SHARES) }])).results[0]
  const args = answer?.ok && answer.data.length <= ANSWER_MAX ? sharesIn(answer.data) : undefined
  if (!args) return undefined
  const call = { abi: feeSplitFactoryAbi, functionName: 'predictFeeSplit', args } as const
  const to = feeSplitFactoryOf(factory.address)
  const predicted = (await chain.read([{ to, data: encodeFunctionData(call) }])).results[0]
  const isOurs = predicted?.ok && decodeFunctionResult({ ...call, data: predicted.data }) === split
  return isOurs ? [...args[0]] : undefined
}

/** Throws for an address that is not a fee split of this launchpad. */
export async function requireFeeSplit(context: Context, split: Address): Promise<void> {
  if (await readFeeSplit(context, split)) return
  throw new ApiError(
    'failed_precondition',
    `${split} is not a fee split of this launchpad. Create one with createFeeSplit.`,
    { details: [{ type: 'field', value: 'split' }] },
  )
}

function sharesIn(data: Hex) {
  try {
    return decodeFunctionResult({ ...SHARES, data })
  } catch {
    return undefined
  }
}
