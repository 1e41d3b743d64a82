import { type LpAnswer, type LpApproval, lp } from '../api/liquidity.ts'
import { approvalBodyOf, type Built, bodyOf, type LpRequest, NO_APPROVAL, type SignedPermit } from './LpRequest.ts'

/** Has the transaction built and simulated, and asks what the wallet needs before it. */
export async function buildLp(
  request: LpRequest,
  permit: SignedPermit | undefined,
  signal?: AbortSignal,
): Promise<Built> {
  const answer = await lp<LpAnswer>(request.path, bodyOf(request, permit), signal)
  const asked = approvalBodyOf(request, answer)
  const approval = asked ? await lp<LpApproval>('check_approval', asked, signal) : NO_APPROVAL
  return { answer, approval }
}
