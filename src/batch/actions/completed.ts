import type { Request } from '#batch/wire.ts'

type Body = Readonly<Record<string, unknown>>

/**
 * Fills in the wallet and the chain of the batch. The whole batch is simulated, so no part chooses its own simulation.
 */
export function completed(
  operation: string,
  { simulateTransaction, includeApprovalSimulation, ...body }: Body,
  { walletAddress, chainId }: Pick<Request, 'walletAddress' | 'chainId'>,
): Body {
  if (operation === 'prepareLaunchTransaction') return { from: walletAddress, chainId, ...body }
  if (operation !== 'lpCreateClassic') return { walletAddress, chainId, ...body }
  return { walletAddress, ...body, poolParameters: { chainId, ...(body['poolParameters'] as Body | undefined) } }
}
