import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { launchpadAbi } from './abi.ts'
import type { Context } from './Context.ts'

/** The surcharge that a buy pays now, and when it ends in seconds; zero and zero for a launch without one. */
export type Opening = { surchargeBps: number; endsAt: number }

export async function readOpening({ chain, factory }: Context, token: Address): Promise<Opening> {
  const call = { abi: launchpadAbi, functionName: 'openingOf', args: [token] } as const
  const { results } = await chain.read([{ to: factory.address as Address, data: encodeFunctionData(call) }])
  const data = results[0]?.ok ? results[0].data : undefined
  if (!data) throw new ApiError('unavailable', 'The launch contract did not answer. Try again shortly.')
  const [surchargeBps, endsAt] = decodeFunctionResult({ ...call, data })
  return { surchargeBps: Number(surchargeBps), endsAt: Number(endsAt) }
}
