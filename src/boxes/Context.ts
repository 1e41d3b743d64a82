import type { KnownCaller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import type { Skill } from '#core/Skill.ts'
import type { Database } from '#database/Database.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import type { Live } from '#live/createLive.ts'
import type { Catalogue } from './catalogue/createCatalogue.ts'
import { BOXES_CHANNEL, type SessionFeeds } from './live/sessionFeeds.ts'
import { type Box, findBox } from './store/boxes.ts'
import type { Commits } from './store/commitQueue.ts'
import { findSession, type Session } from './store/sessions.ts'
import type { Store } from './store/tables.ts'

/** What the operations on boxes work with. */
export type BoxContext = {
  database: Database
  store: Store
  commits: Commits
  feeds: SessionFeeds
  catalogue: Catalogue
  /** The packages of the skills store. */
  skills(): readonly Skill[]
  live: Live
  audit: AuditLog
  settings: BoxSettings
  /** Draws from what all callers together may make; throws when it is used up. */
  takeGlobally(what: 'boxes'): void | Promise<void>
  now(): number
}

export type BoxSettings = {
  baseUrl: string
  perDeveloperMax: number
  idleSeconds: number
  lifetimeSeconds: number
}

export const callerOf = (call: Call) => call.caller as KnownCaller

/** The caller's box, or `not_found`. */
export async function requireBox({ store }: Pick<BoxContext, 'store'>, id: string, call: Call): Promise<Box> {
  const box = Id.isId('box', id) ? await findBox(store, id, callerOf(call).developerId) : undefined
  if (box) return box
  throw new ApiError('not_found', 'You have no box with this id. GET /api/boxes lists yours.')
}

/** A session of the caller's box, or `not_found`. */
export async function requireSession(
  context: Pick<BoxContext, 'store'>,
  ids: { boxId: string; sessionId: string },
  call: Call,
): Promise<{ box: Box; session: Session }> {
  const box = await requireBox(context, ids.boxId, call)
  const session = await findSession(context.store, ids.sessionId, box.id)
  if (session) return { box, session }
  throw new ApiError('not_found', `This box has no session with this id. GET /api/boxes/${box.id}/sessions lists them.`)
}

/** Runs `work` in the transaction of the call, and notifies the hosts after the commit. */
export async function inTransaction<Result>(
  { store, database }: BoxContext,
  call: Call,
  work: (within: Store) => Promise<Result>,
): Promise<Result> {
  const result = await inCallTransaction({ call, db: store }, work)
  call.afterCommit(() => database.notify(BOXES_CHANNEL))
  return result
}

/** Waits until `look` answers something, woken whenever anything about boxes changes; answers nothing when the time is over. */
export async function waitUntil<Found>(
  { database }: Pick<BoxContext, 'database'>,
  look: () => Promise<Found | undefined>,
  { ms, signal }: { ms: number; signal?: AbortSignal },
): Promise<Found | undefined> {
  const deadline = performance.now() + ms
  let wake = () => {}
  using _listening = database.listen(BOXES_CHANNEL, () => wake())
  for (;;) {
    const woken = Promise.withResolvers<void>()
    wake = woken.resolve
    const found = await look()
    const left = deadline - performance.now()
    if (found !== undefined || left <= 0 || signal?.aborted) return found
    const timer = setTimeout(wake, Math.min(left, 500))
    await woken.promise
    clearTimeout(timer)
  }
}
