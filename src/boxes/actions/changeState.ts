import type { Context } from '#boxes/Context.ts'
import { type Box, findBox, setWanted } from '#boxes/store/boxes.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import { inTransaction } from './inTransaction.ts'
import { requireBox } from './requireBox.ts'
import { waitUntil } from './waitUntil.ts'

const WAIT_MS = 5_000
const LIVE = ['creating', 'ready', 'paused'] as const

type Transition = {
  change: Parameters<typeof setWanted>[2]
  /** The states in which the transition is allowed. */
  from: readonly Box['status'][]
}

const TRANSITIONS = {
  pause: { change: { wanted: 'paused', paused_by: 'caller', status_reason: 'The owner paused the box.' }, from: LIVE },
  resume: { change: { wanted: 'ready' }, from: LIVE },
  stop: {
    change: { wanted: 'stopped', status_reason: 'The owner stopped the box.' },
    from: [...LIVE, 'stopped', 'error'],
  },
} as const satisfies Record<string, Transition>

export type Verb = keyof typeof TRANSITIONS

/** Asks for another state of the caller's box and waits a moment until it is reached; returns the box as it then is. */
export async function changeState(
  context: Context,
  { boxId, verb }: { boxId: string; verb: Verb },
  call: Call,
): Promise<Box> {
  const { change, from }: Transition = TRANSITIONS[verb]
  const box = await requireBox(context, boxId, call)
  if (!from.includes(box.status))
    throw new ApiError('failed_precondition', `The box is ${box.status} and cannot ${verb}. Create another.`)
  await inTransaction(context, call, (tx) => setWanted(tx, box.id, change))
  const readReached = async () => {
    const now = await findBox(context.store, box.id, box.developer_id)
    return now?.status === change.wanted || now?.status === 'error' ? now : undefined
  }
  const reached = await waitUntil(context, readReached, { ms: WAIT_MS, signal: call.signal() })
  return reached ?? requireBox(context, boxId, call)
}
