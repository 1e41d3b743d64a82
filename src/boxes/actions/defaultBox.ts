import { sql } from 'kysely'
import { type BoxContext, callerOf } from '#boxes/Context.ts'
import type { Box } from '#boxes/store/boxes.ts'
import type { Session } from '#boxes/store/sessions.ts'
import type { Said } from '#core/AgentRun.ts'
import type { Call } from '#core/Operation.ts'
import { createBox, NewBoxRequest } from './createBox.ts'
import { openSession } from './openSession.ts'

const LABEL = 'a2a'
const IDLE_SECONDS = 300

export type Place = { box: Box; session: Session }

/** The caller's own desk box: made on first use; its process ends when it has nothing to do, and its conversations stay. */
export function createOwnDesk(context: BoxContext): (call: Call) => Promise<Box> {
  const making = new Map<string, Promise<Box>>()
  return async (call) => {
    const { developerId } = callerOf(call)
    const found = await findDesk(context, developerId)
    if (found) return found
    const known = making.get(developerId)
    if (known) return known
    const request = NewBoxRequest.parse({
      agentId: 'desk',
      name: 'Desk',
      labels: { channel: LABEL },
      idleTimeoutSeconds: IDLE_SECONDS,
    })
    const made = createBox(context, request, { ...call, transaction: undefined } as unknown as Call).then(
      ({ box }) => box,
    )
    making.set(developerId, made)
    try {
      return await made
    } finally {
      making.delete(developerId)
    }
  }
}

function findDesk({ store }: BoxContext, developerId: string): Promise<Box | undefined> {
  return store
    .selectFrom('boxes')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('status', 'in', ['creating', 'ready', 'paused'])
    .where(sql<boolean>`labels ->> 'channel' = ${LABEL}`)
    .orderBy('id', 'desc')
    .executeTakeFirst() as Promise<Box | undefined>
}

/** A conversation of its own for a message that names none; sent again, the message finds the one it began. */
export async function openOwn({ store }: BoxContext, box: Box, { text, messageId }: Said): Promise<Place> {
  const begun = await store
    .selectFrom('box_sessions')
    .innerJoin('box_messages', 'box_messages.session_id', 'box_sessions.id')
    .selectAll('box_sessions')
    .where('box_sessions.box_id', '=', box.id)
    .where('box_messages.client_key', '=', messageId)
    .orderBy('box_sessions.id', 'desc')
    .executeTakeFirst()
  if (begun) return { box, session: begun }
  const { session } = await openSession(store, box, { title: text.slice(0, 80), channel: 'a2a' })
  return { box, session }
}
