import { useRef } from 'react'
import type { TokenInfo } from '../../liquidity/tokens.ts'
import { pageChain } from '../../wallet/chains.ts'
import type { Receipt } from '../../wallet/Receipt.ts'
import type { Words } from '../../wallet/transactions.ts'
import type { Adapter } from '../Signing.ts'
import { type Signing, useSigning } from '../useSigning.ts'
import { buildBatch } from './buildBatch.ts'
import { buildLp } from './buildLp.ts'
import { compareAnswers } from './compareAnswers.ts'
import { describeChange } from './describeChange.tsx'
import {
  type Built,
  chainIdOf,
  keyOf,
  type LpRequest,
  partsOf,
  type SignedPermit,
  statementOf,
  transactionOf,
} from './LpRequest.ts'
import { builtAt, type Remainder, remainderOf } from './remainder.ts'
import { stepsOf } from './steps.ts'
import { sendApproval, sendStep, signPermit } from './takeStep.ts'

export type LpOptions = {
  request: LpRequest | undefined
  /** The two tokens of the pool, in its order. */
  tokens: readonly TokenInfo[]
  /** `title` names the last step, such as "Create the position". */
  words: Words & { title: string }
  onMined(receipt: Receipt, built: Built): void
}
export type LpSigning = Signing<Built> & { request: LpRequest | undefined; tokens: readonly TokenInfo[] }

/** Signing of what the liquidity API builds: approvals, a permit for v4, then the transaction. */
export function useLpSigning({ request, tokens, words, onMined }: LpOptions): LpSigning {
  const permit = useRef<SignedPermit>(undefined)
  const key = request && keyOf(request)
  const remainder = useRef<Remainder>(undefined)
  const left = () => {
    const { current: kept } = remainder
    return request && kept && kept.key === key ? builtAt(kept, request.path, Date.now()) : undefined
  }
  const chainId = request ? chainIdOf(request) : pageChain.get().id
  const adapter: Adapter<Built> = {
    key,
    chainId,
    needsSession: true,
    isContinuous: false,
    settleMs: 350,
    words,
    build: async (signal) => left() ?? build(request as LpRequest, permit.current, signal),
    blockOf: ({ answer }) => (left() ? undefined : Number(answer.blockNumber)),
    stepsOf: (built) => stepsOf(request, built, { permit: permit.current, tokens, title: words.title }),
    async take(step, built) {
      if (step.kind === 'approval') return sendApproval(step, built, chainId)
      if (step.kind === 'step') {
        const from = Date.now()
        const sent = await sendStep(step, built, chainId)
        remainder.current = remainderOf(key, sent.left, from)
        return sent.taken
      }
      permit.current = await signPermit(request as LpRequest, built)
      return step
    },
    compare: (reviewed, fresh) => ({
      changes: compareAnswers(reviewed.answer, fresh.answer).map((change) => describeChange(change, tokens)),
      agreed: fresh,
    }),
    transactionOf: ({ answer, approval }) =>
      approval.kycRequiredWarnings.length === 0 && answer.simulation?.ok === true ? transactionOf(answer) : undefined,
    statementOf: ({ answer }) => statementOf(answer),
    togetherOf: ({ answer }) => (answer.simulation?.ok ? partsOf(answer) : []),
  }
  const signing = useSigning({
    adapter,
    onMined(receipt, built) {
      // A permit is good for one transaction.
      permit.current = undefined
      remainder.current = undefined
      onMined(receipt, built)
    },
  })
  return { ...signing, request, tokens }
}

function build(request: LpRequest, permit: SignedPermit | undefined, signal?: AbortSignal): Promise<Built> {
  return request.path === 'batch' ? buildBatch(request, signal) : buildLp(request, permit, signal)
}
