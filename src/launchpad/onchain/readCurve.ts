import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'

export type OnChain = {
  token: Address
  isGraduated: boolean
  creator: Address
  realEth: bigint
  sold: bigint
  poolId: string
  /** The block it was read at, and its time in seconds. */
  block: bigint
  blockTime: number
}

const UNKNOWN = 0
const GRADUATED = 2

/** A launch as the contract has it now; an address that is none is refused. */
export async function readCurve(
  { chain, factory }: Pick<Context, 'chain' | 'factory'>,
  token: Address,
): Promise<OnChain> {
  const call = { abi: launchpadAbi, functionName: 'curve', args: [token] } as const
  const { results, block } = await chain.read([{ to: factory.address as Address, data: encodeFunctionData(call) }])
  const data = results[0]?.ok ? results[0].data : undefined
  if (!data) throw new ApiError('unavailable', 'The launch contract did not answer. Try again shortly.')
  const { status, creator, realEth, sold, poolId } = decodeFunctionResult({ ...call, data })
  if (status === UNKNOWN)
    throw new ApiError('not_found', `${token} is no token of this launchpad. GET /api/launchpad/tokens lists them.`, {
      details: [{ type: 'field', value: 'token' }],
    })
  return { token, isGraduated: status === GRADUATED, creator, realEth, sold, poolId, ...at(block) }
}

function at({ number, timestamp }: { number: bigint; timestamp: bigint }): Pick<OnChain, 'block' | 'blockTime'> {
  return { block: number, blockTime: Number(timestamp) }
}
