import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'

/** Tokens that a claim of the creator's fees pays in addition to ETH: those kept on the launchpad, and half of the pool's. */
export async function readCreatorTokens(
  { chain, factory }: Pick<Context, 'chain' | 'factory'>,
  token: Address,
): Promise<bigint> {
  const curve = { abi: launchpadAbi, functionName: 'curve', args: [token] } as const
  const uncollected = { abi: launchpadAbi, functionName: 'uncollectedPoolFees', args: [token] } as const
  const to = factory.address
  const { results } = await chain.read([
    { to, data: encodeFunctionData(curve) },
    { to, data: encodeFunctionData(uncollected) },
  ])
  const [kept, earned] = results
  if (!kept?.ok || !earned?.ok)
    throw new ApiError('unavailable', 'The launch contract did not respond. Try again shortly.')
  const { creatorTokens } = decodeFunctionResult({ ...curve, data: kept.data })
  const [, tokens] = decodeFunctionResult({ ...uncollected, data: earned.data })
  return creatorTokens + Curve.creatorShare(tokens)
}
