import { type LpAnswer, type LpApproval, lp } from '../../api/liquidity.ts'
import { RequestFailure } from '../../api/request.ts'
import { canSendTogether } from '../../wallet/sendAll.ts'
import {
  approvalBodyOf,
  type Built,
  bodyOf,
  chainIdOf,
  type LpRequest,
  NO_APPROVAL,
  type SignedPermit,
} from './LpRequest.ts'

/** Has the transaction built and simulated, and checks which approvals the wallet needs first. */
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
  if (!asked) return { answer, approval: NO_APPROVAL }
  const [approval, isAtomic] = await Promise.all([
    lp<LpApproval>('check_approval', asked, signal),
    canSendTogether(chainIdOf(request)),
  ])
  return isAtomic && answer.simulation?.ok ? together(answer, approval) : { answer, approval }
}

/** An atomic wallet sends the exact approvals of the answer with its transaction, so that no permit is signed. */
function together(answer: LpAnswer, { kycRequiredWarnings }: LpApproval): Built {
  return { answer, approval: { ...NO_APPROVAL, kycRequiredWarnings }, isTogether: true }
}
