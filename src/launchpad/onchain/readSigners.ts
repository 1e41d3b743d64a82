import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchTokenAbi } from '#launchpad/contract/abi.ts'
import { termsIn } from '#launchpad/contract/TokenCode.ts'
import { readCurve } from './readCurve.ts'
import { readFeeSplit } from './readFeeSplit.ts'

const CREATOR = { abi: launchTokenAbi, functionName: 'creator' } as const

/**
 * The accounts that may sign a token's metadata: the holder of the creator's right; if that is a fee split, which has no
 * key, the accounts of the split; and, until the right is passed on, the account that launched the token.
 */
export async function readSigners(context: Context, token: Address): Promise<Address[]> {
  const { chain } = context
  const { creator: holder } = await readCurve(context, token)
  const [{ results }, code, accounts] = await Promise.all([
    chain.read([{ to: token, data: encodeFunctionData(CREATOR) }]),
    chain.request('eth_getCode', [token, 'latest']),
    readFeeSplit(context, holder),
  ])
  if (!results[0]?.ok) throw new ApiError('unavailable', 'The token did not respond. Try again shortly.')
  const launcher = decodeFunctionResult({ ...CREATOR, data: results[0].data })
  const isFirstHolder = holder === (termsIn(code as Hex)?.feeHolder ?? launcher)
  return [...new Set([holder, ...(isFirstHolder ? [launcher] : []), ...(accounts ?? [])])]
}
