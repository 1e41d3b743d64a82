import type { Context } from '#boxes/Context.ts'
import { nextDue } from '#boxes/rules/timing.ts'
import { type Box, lockBoxInBatch } from '#boxes/store/boxes.ts'
import type { Written } from '#boxes/store/commitQueue.ts'
import { lockDue, readDue, recordFailed, recordSent, type Schedule } from '#boxes/store/schedules.ts'
import { lockSession, type Session } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import { ApiError, from } from '#core/ApiError.ts'
import { openForRun } from './openSession.ts'
import { noSuchBox } from './requireBox.ts'
import { writeMessage } from './writeMessage.ts'

const AT_ONCE = 50
const FAILURES_MAX = 10
const REASON_LENGTH_MAX = 300

/** Sends the prompts of schedules that are due. Every replica may do it: each time is sent by one of them, once. */
export async function sendDueSchedules(
  context: Pick<Context, 'store' | 'commits' | 'database' | 'now'>,
): Promise<void> {
  const { store, commits, database } = context
  for (const schedule of await readDue(store, AT_ONCE))
    try {
      await commits.commit((tx) => send(tx, schedule, new Date(context.now())))
    } catch (error) {
      await fail(context, schedule, error).catch((err) =>
        database.log.warn({ err, scheduleId: schedule.id }, 'failed to record a failed schedule'),
      )
    }
}

/** The prompt and the next time are one transaction. */
async function send(tx: Store, due: Schedule, now: Date): Promise<Written<void>> {
  const box = await lockBoxInBatch(tx, due.box_id, due.developer_id)
  if (!box) throw noSuchBox()
  const schedule = await lockDue(tx, due)
  if (!schedule) return { result: undefined, events: [] }
  const session = await sessionOf(tx, box, schedule)
  const { events } = await writeMessage(tx, { box, session }, { content: schedule.prompt, channel: 'api' })
  await recordSent(tx, schedule.id, { dueAt: dueAfter(schedule, now), sessionId: session.id })
  return { result: undefined, events }
}

/** A box that was restored has lost the session of the schedule. */
async function sessionOf(tx: Store, box: Box, { session_id, name }: Schedule): Promise<Session> {
  return (await lockSession(tx, session_id, box.id)) ?? openForRun(tx, box, { title: name, channel: 'api' })
}

/** A schedule that fails again and again, or whose box has ended, is disabled. */
async function fail(
  { store, now, database }: Pick<Context, 'store' | 'now' | 'database'>,
  schedule: Schedule,
  thrown: unknown,
) {
  const error = from(thrown)
  if (error.status >= 500)
    database.log.warn({ err: thrown, scheduleId: schedule.id }, 'failed to send the prompt of a schedule')
  const isOver = error.code === 'not_found' || schedule.failures + 1 >= FAILURES_MAX
  const dueAt = isOver ? null : dueAfter(schedule, new Date(now()))
  const reason = thrown instanceof ApiError ? thrown.message : error.message
  await recordFailed(store, schedule, { dueAt, error: reason.slice(0, REASON_LENGTH_MAX) })
}

/** The clock of the database decides when a time has come, and that of this process may be behind it. */
function dueAfter({ every_seconds: everySeconds, cron, due_at }: Schedule, now: Date): Date {
  return nextDue({ everySeconds, cron }, due_at !== null && due_at > now ? due_at : now)
}
