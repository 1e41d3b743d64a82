import { useEffect, useState } from 'react'
import { useQuery } from '../api/useQuery.ts'
import { session } from '../session/session.ts'
import { signIn } from '../session/signIn.ts'
import { useStore } from '../store.ts'
import { readHead } from '../wallet/chainReads.ts'
import { WalletFailure } from '../wallet/Provider.ts'
import type { Receipt } from '../wallet/Receipt.ts'
import { canSendTogether, sendAll } from '../wallet/sendAll.ts'
import type { Adapter, Change, DoneStep, Step } from './Signing.ts'
import { requireTransaction } from './statements/requireTransaction.ts'

/** Figures older than this are read again. */
export const FRESH_MS = 30_000

const SIGN_IN: Step = {
  id: 'signIn',
  kind: 'signIn',
  title: 'Sign in with your wallet',
  why: 'Sign in so Slipway can build the transaction. It is free and cannot move funds.',
}

export type Signing<Answer> = {
  adapter: Adapter<Answer>
  /** The answer that would be signed now; undefined while it is being built. */
  answer: Answer | undefined
  problem: string | undefined
  readAt: number
  isLoading: boolean
  done: readonly DoneStep[]
  /** The steps that remain; empty while they are not known. */
  steps: readonly Step[]
  /** Figures that got worse since the review; nothing is signed until they are accepted. */
  changes: readonly Change[]
  accept(): void
  /** From here on, figures are compared with those shown now. */
  review(): void
  /** The reason to wait. */
  busy: string | undefined
  failure: string | undefined
  /** Takes the next step. */
  advance(): Promise<void>
}

type Options<Answer> = { adapter: Adapter<Answer>; onMined(receipt: Receipt, answer: Answer): void }

/** Everything between a request and its transaction on the chain, one step at a time. */
export function useSigning<Answer>({ adapter, onMined }: Options<Answer>): Signing<Answer> {
  const [done, setDone] = useState<readonly DoneStep[]>([])
  const [task, setTask] = useState<{ busy?: string; failure?: string }>({})
  const [minedKey, setMinedKey] = useState<string>()
  const isIn = useStore(session).status === 'in' || !adapter.needsSession
  const query = useQuery<Answer>(adapter.key, (signal) => adapter.build(signal), {
    settleMs: adapter.settleMs,
    pollMs: FRESH_MS,
    isPaused: !isIn || task.busy !== undefined || (minedKey !== undefined && minedKey === adapter.key),
  })
  useEffect(() => {
    if (adapter.key !== minedKey) setMinedKey(undefined)
  }, [adapter.key, minedKey])
  const built = query.dataKey === adapter.key && query.failure === undefined ? query.data : undefined
  const { reviewed, review, accept } = useReviewed(built)
  const { changes, agreed } = reviewed && built ? adapter.compare(reviewed, built) : { changes: [], agreed: built }
  const steps = stepsNow({ adapter, isIn, built })

  /** Anything that got worse is shown and must be accepted; otherwise the wallet opens. */
  async function finish(fresh: Answer | undefined, { isTogether = false } = {}): Promise<void> {
    const signed = fresh && agreedOn(adapter, { reviewed, fresh, isTogether })
    if (!signed) return
    for (const part of signed.parts) await requireTransaction(part, adapter.chainId)
    setTask({ busy: 'Waiting for wallet and block' })
    const describe = async (mined: Receipt) => adapter.describe?.(mined, signed.answer)
    const list = signed.parts.map(({ transaction }) => transaction)
    const receipt = await sendAll(list, adapter.words, describe)
    setDone([])
    // The same transaction is not built again: it would usually fail, and nobody asked for it.
    setMinedKey(adapter.key)
    onMined(receipt, signed.answer)
  }

  async function run(step: Step): Promise<void> {
    if (step.kind === 'signIn') return signIn()
    const rebuild = () => buildSince(query.read, adapter)
    if (step.kind === 'transaction') return finish(await rebuild())
    if (await sendsTogether(adapter, built)) return finish(await rebuild(), { isTogether: true })
    const onTaken = (taken: DoneStep) => setDone((before) => [...before, taken])
    const fresh = built && (await takeSteps({ adapter, step, built, rebuild, onTaken }))
    if (fresh && adapter.isContinuous) await finish(fresh)
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
    if (failure && !(failure instanceof WalletFailure)) query.reload()
  }

  const isAwaited = built === undefined ? query.failure === undefined : query.isLoading
  return {
    ...{ adapter, done, steps, changes, accept, review, advance },
    answer: changes.length > 0 ? built : agreed,
    problem: query.key === adapter.key ? query.failure?.message : undefined,
    readAt: query.readAt,
    isLoading: isIn && adapter.key !== undefined && isAwaited,
    busy: task.busy,
    failure: task.failure,
  }
}

/** Whether there are several transactions, and the wallet takes them as one. */
async function sendsTogether<Answer>({ togetherOf, chainId }: Adapter<Answer>, built?: Answer): Promise<boolean> {
  const parts = (built && togetherOf?.(built)) ?? []
  return parts.length > 1 && canSendTogether(chainId)
}

type Now<Answer> = { adapter: Adapter<Answer>; isIn: boolean; built: Answer | undefined }

function stepsNow<Answer>({ adapter, isIn, built }: Now<Answer>): Step[] {
  if (!isIn) return [SIGN_IN]
  return built === undefined ? [] : adapter.stepsOf(built)
}

const TRIES = 8
const PAUSE_MS = 300

/** Builds on a block at least as new as this call; an older one would not show the steps taken. */
async function buildSince<Answer>(
  read: () => Promise<Answer | undefined>,
  { blockOf, chainId }: Adapter<Answer>,
): Promise<Answer | undefined> {
  const head = await readHead(chainId)
  let fresh = await read()
  for (let tries = 1; fresh && (blockOf(fresh) ?? head) < head && tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    fresh = await read()
  }
  return fresh
}

type Taking<Answer> = {
  adapter: Adapter<Answer>
  step: Step
  built: Answer
  rebuild(): Promise<Answer | undefined>
  onTaken(step: DoneStep): void
}

/** Takes one step before the transaction, or all steps if the adapter continues by itself. */
async function takeSteps<Answer>({
  adapter,
  step,
  built,
  rebuild,
  onTaken,
}: Taking<Answer>): Promise<Answer | undefined> {
  let next: Step | undefined = step
  let fresh: Answer | undefined = built
  while (next && fresh && next.kind !== 'transaction') {
    onTaken(await adapter.take(next, fresh))
    fresh = await rebuild()
    next = adapter.isContinuous && fresh ? adapter.stepsOf(fresh)[0] : undefined
  }
  return fresh
}

type Agreeing<Answer> = { reviewed: Answer | undefined; fresh: Answer; isTogether: boolean }

/** The answer to sign and its transactions, unless something got worse, is missing, or would fail. */
function agreedOn<Answer>(adapter: Adapter<Answer>, { reviewed, fresh, isTogether }: Agreeing<Answer>) {
  if (reviewed === undefined || (adapter.stepsOf(fresh).length > 1 && !isTogether)) return undefined
  const { changes, agreed } = adapter.compare(reviewed, fresh)
  const transaction = adapter.transactionOf(fresh) && adapter.transactionOf(agreed)
  if (changes.length > 0) return undefined
  if (isTogether && !transaction) throw new Error('This would fail. Nothing was sent.')
  if (!transaction) return undefined
  const alone = [{ transaction, statement: adapter.statementOf(agreed) }]
  return { answer: agreed, parts: (isTogether && adapter.togetherOf?.(agreed)) || alone }
}

/** The figures the user last saw and agreed to: the first ones of a review, or those accepted since. */
function useReviewed<Answer>(built: Answer | undefined) {
  const [isReviewing, setReviewing] = useState(false)
  const [reviewed, setReviewed] = useState<Answer>()
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
