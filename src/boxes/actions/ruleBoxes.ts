import type { Context } from '#boxes/Context.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { findBox, lockBoxInBatch } from '#boxes/store/boxes.ts'
import { readNewEvents } from '#boxes/store/events.ts'
import { type FollowedRun, findRuns, listSessionsOf } from '#boxes/store/followedRuns.ts'
import { findSessionByClientKey } from '#boxes/store/sessions.ts'
import { findTask } from '#boxes/store/tasks.ts'
import { type AgentRun, hasEnded, type RunStatus } from '#core/AgentRun.ts'
import * as Id from '#core/Id.ts'
import { openForRun } from './openSession.ts'
import { noSuchBox } from './requireBox.ts'
import { toRun } from './runRecords.ts'
import { sanitizeContent, writeMessage } from './writeMessage.ts'

type Position = { id: string; seq: number }

/** An event of a session for a module that follows boxes; `run` where one ended or asks. */
type FollowedEvent = { list: string; seq: number; kind: 'ended' | 'asked' | 'other'; run: FollowedRun | undefined }

type Prompt = { developerId: string; boxId: string; content: string; clientKey: string; title: string }

/** Boxes for rules: the ends and questions of their runs, and prompts of their developers. */
export type RuleBoxes = {
  channel: string
  /** Throws `not_found` unless the box belongs to the developer. */
  requireOwned(boxId: string, developerId: string): Promise<void>
  /** The sessions of boxes, with their last numbers. */
  listsOf(boxIds: readonly string[]): Promise<(Position & { key: string })[]>
  readAfter(positions: readonly Position[], limit: number): Promise<FollowedEvent[]>
  /** Starts a conversation; a second prompt with the same key finds it and has no effect. */
  promptAs(prompt: Prompt): Promise<string>
  findRun(taskId: string): Promise<{ run: AgentRun; boxId: string; developerId: string } | undefined>
}

export function createRuleBoxes({ store, commits }: Context): RuleBoxes {
  return {
    channel: BOXES_CHANNEL,
    async requireOwned(boxId, developerId) {
      const box = Id.isId('box', boxId) ? await findBox(store, boxId, developerId) : undefined
      if (!box) throw noSuchBox()
    },
    listsOf: (boxIds) => listSessionsOf(store, boxIds),
    async readAfter(positions, limit) {
      const events = (await readNewEvents(store, positions, limit)).map((event) => ({ ...event, ...meaningOf(event) }))
      const runs = await findRuns(
        store,
        events.flatMap(({ taskId }) => taskId ?? []),
      )
      return events.map(({ sessionId, seq, kind, taskId }) => ({
        list: sessionId,
        seq,
        kind,
        run: runs.get(taskId ?? ''),
      }))
    },
    async findRun(taskId) {
      const task = Id.isId('task', taskId) ? await findTask(store, taskId) : undefined
      const followed = task && (await findRuns(store, [taskId])).get(taskId)
      if (!followed) return undefined
      return { run: await toRun({ store }, task), boxId: followed.boxId, developerId: followed.developerId }
    },
    async promptAs({ developerId, boxId, content, clientKey, title }) {
      const text = sanitizeContent(content)
      const { session } = await commits.commit(async (tx) => {
        const box = await lockBoxInBatch(tx, boxId, developerId)
        if (!box) throw noSuchBox()
        const known = await findSessionByClientKey(tx, box.id, { clientKey })
        const session = known ?? (await openForRun(tx, box, { title, channel: 'api' }))
        return writeMessage(tx, { box, session }, { content: text, channel: 'api', clientKey })
      })
      return session.id
    },
  }
}

type Meaning = { kind: FollowedEvent['kind']; taskId?: string }

function meaningOf({ kind, body }: { kind: string; body: string }): Meaning {
  if (kind === 'task') {
    const { task } = JSON.parse(body) as { task: { id: string; status: RunStatus } }
    return hasEnded(task.status) ? { kind: 'ended', taskId: task.id } : { kind: 'other' }
  }
  if (kind !== 'confirmation') return { kind: 'other' }
  const { confirmation } = JSON.parse(body) as { confirmation: { taskId: string; status: string } }
  return confirmation.status === 'pending' ? { kind: 'asked', taskId: confirmation.taskId } : { kind: 'other' }
}
