import { z } from 'zod'
import { type BoxContext, callerOf, inTransaction, requireBox, waitUntil } from '#boxes/Context.ts'
import { BoxRecord, toBoxRecord } from '#boxes/records.ts'
import { type Box, findBox, listBoxes as list, wantBox } from '#boxes/store/boxes.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import { BOX_STATUSES, type Wanted } from '#boxes/store/tables.ts'
import { session } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import * as Cursor from '#core/Cursor.ts'
import { type Call, define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'

export const BoxId = z.string().max(64).meta({ description: 'The id of a box of yours.' })
const One = z.object({ box: BoxRecord })
const REACHED_MS = 5_000

const ListRequest = z.strictObject({
  status: z.enum(BOX_STATUSES).optional(),
  label: z.string().max(200).optional().meta({ description: '`name:value`' }),
  limit: PageLimit,
  cursor: z.string().max(200).optional(),
})

export function listBoxes({ store }: BoxContext): Operation {
  return define({
    name: 'listBoxes',
    method: 'GET',
    path: '/api/boxes',
    tag: 'boxes',
    summary: 'Your boxes, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: [],
    request: ListRequest,
    response: z.object({ boxes: z.array(BoxRecord), nextCursor: z.string().nullable() }),
    async handle({ status, label, limit, cursor }, call) {
      const scope = `boxes ${status ?? ''} ${label ?? ''}`
      const [before] = cursor === undefined ? [] : Cursor.decode(scope, cursor, /^box_\w+$/)
      const { developerId } = callerOf(call)
      const rows = await list(store, { developerId, status, label: parseLabel(label), before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return { boxes: rows.slice(0, limit).map(toBoxRecord), nextCursor: last ? Cursor.encode(scope, [last.id]) : null }
    },
  })
}

function parseLabel(label: string | undefined): [string, string] | undefined {
  if (label === undefined) return undefined
  const at = label.indexOf(':')
  if (at < 1) throw invalidField('label', 'must be name:value')
  return [label.slice(0, at), label.slice(at + 1)]
}

export function getBox(context: BoxContext): Operation {
  return define({
    name: 'getBox',
    method: 'GET',
    path: '/api/boxes/{boxId}',
    tag: 'boxes',
    summary: 'One of your boxes.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId }),
    response: One,
    handle: async ({ boxId }, call) => ({ box: toBoxRecord(await requireBox(context, boxId, call)) }),
  })
}

export function deleteBox(context: BoxContext): Operation {
  return define({
    name: 'deleteBox',
    method: 'DELETE',
    path: '/api/boxes/{boxId}',
    tag: 'boxes',
    summary: 'Delete a box with everything in it.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found'],
    status: 204,
    request: z.strictObject({ boxId: BoxId }),
    response: z.undefined(),
    async handle({ boxId }, call) {
      const box = await requireBox(context, boxId, call)
      const caller = callerOf(call)
      await inTransaction(context, call, async (within) => {
        await wantBox(within, box.id, { wanted: 'deleted' })
        const entry = {
          event: 'box.deleted' as const,
          developerId: caller.developerId,
          target: box.id,
          detail: box.agent_id,
        }
        await context.audit.append(within, { ...entry, ...actorOf(caller) })
      })
      if (box.host_id === null) await purgeBox(context.store, box.id)
      return undefined
    },
  })
}

type Step = { verb: 'pause' | 'resume' | 'stop'; wanted: Wanted; summary: string; from: readonly Box['status'][] }

const STEPS: readonly Step[] = [
  {
    verb: 'pause',
    wanted: 'paused',
    summary: 'Save the files of a box and end its process.',
    from: ['creating', 'ready', 'paused'],
  },
  {
    verb: 'resume',
    wanted: 'ready',
    summary: 'Start a paused box again, with its files.',
    from: ['creating', 'ready', 'paused'],
  },
  {
    verb: 'stop',
    wanted: 'stopped',
    summary: 'End a box for good; its history and files stay readable.',
    from: ['creating', 'ready', 'paused', 'stopped', 'error'],
  },
]

/** The ways to bring a box from one state to another. */
export function boxSteps(context: BoxContext): Operation[] {
  return STEPS.map((step) =>
    define({
      name: `${step.verb}Box`,
      method: 'POST',
      path: `/api/boxes/{boxId}/${step.verb}`,
      tag: 'boxes',
      summary: step.summary,
      access: session('box:write'),
      limit: 'write',
      errors: ['not_found', 'failed_precondition'],
      request: z.strictObject({ boxId: BoxId }),
      response: One,
      handle: async ({ boxId }, call) => ({ box: toBoxRecord(await take(context, { step, boxId }, call)) }),
    }),
  )
}

async function take(context: BoxContext, { step, boxId }: { step: Step; boxId: string }, call: Call): Promise<Box> {
  const box = await requireBox(context, boxId, call)
  if (!step.from.includes(box.status))
    throw new ApiError('failed_precondition', `The box is ${box.status} and cannot ${step.verb}. Create another.`)
  const reason = step.wanted === 'paused' ? { paused_by: 'caller' as const, status_reason: 'Its owner paused it.' } : {}
  const stopped = step.wanted === 'stopped' ? { status_reason: 'Its owner stopped it.' } : {}
  await inTransaction(context, call, (within) =>
    wantBox(within, box.id, { wanted: step.wanted, ...reason, ...stopped }),
  )
  const look = async () => {
    const now = await findBox(context.store, box.id, box.developer_id)
    return now?.status === step.wanted || now?.status === 'error' ? now : undefined
  }
  const reached = await waitUntil(context, look, { ms: REACHED_MS, signal: call.signal() })
  return reached ?? requireBox(context, boxId, call)
}
