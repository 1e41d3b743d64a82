import { type LpAnswer, type LpApproval, lp } from '../../api/liquidity.ts'
import { RequestFailure } from '../../api/request.ts'
import { approvalBodyOf, type Built, bodyOf, type LpRequest, NO_APPROVAL, type SignedPermit } from './LpRequest.ts'

/** Has the transaction built and simulated, and asks what the wallet needs before it. */
export async function buildLp(
  request: LpRequest,
  permit: SignedPermit | undefined,
  signal?: AbortSignal,
): Promise<Built> {
  const call = (signed?: SignedPermit) => lp<LpAnswer>(request.path, bodyOf(request, signed), signal)
  // A permit that does not fit any more is left out and requested again.
  const answer = await call(permit).catch((error: unknown) => {
    if (permit && error instanceof RequestFailure && error.status === 400) return call()
    throw error
  })
  const asked = approvalBodyOf(request, answer)
  const approval = asked ? await lp<LpApproval>('check_approval', asked, signal) : NO_APPROVAL
  return { answer, approval }
}
