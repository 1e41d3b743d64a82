import type { Context } from '#boxes/Context.ts'
import { type Box, findBox } from '#boxes/store/boxes.ts'
import { findSession, type Session } from '#boxes/store/sessions.ts'
import type { KnownCaller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'

export function callerOf(call: Call): KnownCaller {
  return call.caller as KnownCaller
}

/** The caller's box, or `not_found`. */
export async function requireBox({ store }: Pick<Context, 'store'>, id: string, call: Call): Promise<Box> {
  const box = Id.isId('box', id) ? await findBox(store, id, callerOf(call).developerId) : undefined
  if (box) return box
  throw noSuchBox()
}

/** A session of the caller's box, or `not_found`. */
export async function requireSession(
  context: Pick<Context, 'store'>,
  ids: { boxId: string; sessionId: string },
  call: Call,
): Promise<{ box: Box; session: Session }> {
  const box = await requireBox(context, ids.boxId, call)
  const session = await findSession(context.store, ids.sessionId, box.id)
  if (session) return { box, session }
  throw noSuchSession(box.id)
}

export function noSuchBox(): ApiError {
  return new ApiError('not_found', 'You have no box with this id. GET /api/boxes lists yours.')
}

export function noSuchSession(boxId: string): ApiError {
  return new ApiError('not_found', `This box has no session with this id. GET /api/boxes/${boxId}/sessions lists them.`)
}
