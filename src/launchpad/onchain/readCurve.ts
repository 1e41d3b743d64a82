import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'

export type CurveOnChain = {
  token: Address
  isGraduated: boolean
  creator: Address
  realEth: bigint
  sold: bigint
  poolId: string
  /** The block it was read at; its time is in seconds. */
  block: bigint
  blockTime: number
}

const UNKNOWN = 0
const GRADUATED = 2

/** The contract's state of a launch now; throws `not_found` for any other address. */
export async function readCurve(
  { chain, factory }: Pick<Context, 'chain' | 'factory'>,
  token: Address,
): Promise<CurveOnChain> {
  const call = { abi: launchpadAbi, functionName: 'curve', args: [token] } as const
  const { results, block } = await chain.read([{ to: factory.address, data: encodeFunctionData(call) }])
  const data = results[0]?.ok ? results[0].data : undefined
  if (!data) throw new ApiError('unavailable', 'The launch contract did not respond. Try again shortly.')
  const { status, creator, realEth, sold, poolId } = decodeFunctionResult({ ...call, data })
  if (status === UNKNOWN)
    throw new ApiError(
      'not_found',
      `${token} is not a token of this launchpad. GET /api/launchpad/tokens lists them.`,
      {
        details: [{ type: 'field', value: 'token' }],
      },
    )
  return {
    token,
    isGraduated: status === GRADUATED,
    creator,
    realEth,
    sold,
    poolId,
    block: block.number,
    blockTime: Number(block.timestamp),
  }
}
