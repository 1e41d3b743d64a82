import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { feeSplitAbi, feeSplitFactoryAbi } from '#launchpad/contract/abi.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'

type Needs = Pick<Context, 'chain' | 'factory'>

const SHARES = { abi: feeSplitAbi, functionName: 'shares' } as const
/** Ten accounts and their shares fill this many bytes; a stranger's contract may answer with any number. */
const ANSWER_MAX = 2 + 2 * 32 * 24

/**
 * Refuses a contract that only passes for a fee split: a real one stands at the address that its accounts and shares
 * lead to, whatever it says of itself.
 */
export async function requireFeeSplit({ chain, factory }: Needs, split: Address): Promise<void> {
  const told = (await chain.read([{ to: split, data: encodeFunctionData(SHARES) }])).results[0]
  const args = told?.ok && told.data.length <= ANSWER_MAX ? sharesIn(told.data) : undefined
  if (!args) throw notOurs(split)
  const call = { abi: feeSplitFactoryAbi, functionName: 'predictFeeSplit', args } as const
  const to = feeSplitFactoryOf(factory.address as Address)
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
  return new ApiError('failed_precondition', `${split} is no fee split of this launchpad. createFeeSplit makes one.`, {
    details: [{ type: 'field', value: 'split' }],
  })
}
