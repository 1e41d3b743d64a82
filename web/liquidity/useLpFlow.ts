import { useEffect, useState } from 'react'
import { session } from '../session/session.ts'
import { signIn } from '../session/signIn.ts'
import { useStore } from '../store.ts'
import { WalletFailure } from '../wallet/Provider.ts'
import { type Receipt, send } from '../wallet/transactions.ts'
import { type Change, compareAnswers } from './compareAnswers.ts'
import type { Built, LpRequest, SignedPermit } from './LpRequest.ts'
import { type DoneStep, type LpStep, SIGN_IN, stepsOf } from './steps.ts'
import { builtSince, sendApproval, signable, signPermit } from './takeStep.ts'
import type { TokenInfo } from './tokens.ts'
import { type BuiltState, useBuilt } from './useBuilt.ts'

type Words = {
  /** Of the last step: "Create the position". */
  title: string
  doing: string
  done: string
  failed: string
}
type Given = {
  request: LpRequest | undefined
  /** The two tokens of the pool, in its order. */
  tokens: readonly TokenInfo[]
  words: Words
  onDone(receipt: Receipt, built: Built): void
}

export type LpFlow = BuiltState & {
  request: LpRequest | undefined
  tokens: readonly TokenInfo[]
  done: readonly DoneStep[]
  /** What is still to be done; empty while that is not known. */
  steps: readonly LpStep[]
  /** What is worse than what was reviewed; nothing is signed until it is accepted. */
  changes: readonly Change[]
  accept(): void
  /** From here on, figures are compared with those now shown. */
  review(): void
  /** What is awaited. */
  busy: string | undefined
  failure: string | undefined
  /** Does the next step. */
  advance(): Promise<void>
}

/** Everything between a request to the liquidity API and its transaction on the chain, one step at a time. */
export function useLpFlow({ request, tokens, words, onDone }: Given): LpFlow {
  const [permit, setPermit] = useState<SignedPermit>()
  const [done, setDone] = useState<readonly DoneStep[]>([])
  const [task, setTask] = useState<{ busy?: string; failure?: string }>({})
  const isIn = useStore(session).status === 'in'
  const state = useBuilt(request, permit, task.busy !== undefined)
  const { built } = state
  const { reviewed, review, accept } = useReviewed(built)
  const steps = isIn ? stepsOf(request, built, { permit, tokens, title: words.title }) : [SIGN_IN]

  async function run(step: LpStep): Promise<void> {
    if (step.kind === 'signIn') return signIn()
    if (!request || !built) return
    if (step.kind === 'transaction') return finish()
    if (step.kind === 'approval') return behind(await sendApproval(step, built))
    const signed = await signPermit(request, built)
    setPermit(signed)
    return behind(step, signed)
  }

  async function behind(step: DoneStep, signed?: SignedPermit): Promise<void> {
    setDone((before) => [...before, step])
    // From a block that has the step in it: one from before would ask for it again.
    await builtSince(() => state.refresh(signed))
  }

  /** Built again on the newest block: what got worse is shown and asked for once more, everything else is signed. */
  async function finish(): Promise<void> {
    const fresh = await builtSince(state.refresh)
    const transaction = fresh && signable(reviewed, fresh)
    if (!transaction) return
    setTask({ busy: 'Waiting for wallet and block' })
    const receipt = await send(transaction, words)
    // A permit is good for one transaction, and what was done was done for this one.
    setPermit(undefined)
    setDone([])
    onDone(receipt, fresh)
  }

  async function advance(): Promise<void> {
    const [next] = steps
    if (!next || task.busy !== undefined) return
    setTask({ busy: next.kind === 'transaction' ? 'Checking the price' : 'Waiting for wallet' })
    const failure = await run(next).then(
      () => undefined,
      (error: Error) => error,
    )
    setTask(failure ? { failure: failure.message } : {})
    if (failure && !(failure instanceof WalletFailure)) void state.refresh()
  }

  const changes = reviewed && built ? compareAnswers(reviewed.answer, built.answer) : []
  const { busy, failure } = task
  return { ...state, request, tokens, done, steps, changes, accept, review, busy, failure, advance }
}

/** What the owner of the wallet last saw and agreed to go on with: the first figures of a review, or those accepted since. */
function useReviewed(built: Built | undefined) {
  const [isReviewing, setReviewing] = useState(false)
  const [reviewed, setReviewed] = useState<Built>()
  useEffect(() => {
    if (isReviewing && built) setReviewed((before) => before ?? built)
  }, [isReviewing, built])
  const accept = () => setReviewed(built)
  function review(): void {
    setReviewing(true)
    accept()
  }
  return { reviewed, accept, review }
}
