import type { Request } from '#batch/wire.ts'

type Body = Readonly<Record<string, unknown>>

/** A body with the wallet and the chain of the batch where it names none. The whole batch is simulated, so no part chooses that. */
export function completed(
  operation: string,
  { simulateTransaction, includeApprovalSimulation, ...body }: Body,
  { walletAddress, chainId }: Pick<Request, 'walletAddress' | 'chainId'>,
): Body {
  if (operation === 'prepareLaunchTransaction') return { from: walletAddress, chainId, ...body }
  if (operation !== 'lpCreateClassic') return { walletAddress, chainId, ...body }
  return { walletAddress, ...body, poolParameters: { chainId, ...(body['poolParameters'] as Body | undefined) } }
}
