import type { SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import { type Card, describeUpdate, type Update } from '#boxes/acp/describeUpdate.ts'
import { countRun } from '#boxes/store/boxes.ts'
import { closeConfirmations } from '#boxes/store/confirmations.ts'
import { appendEvents, insertEvents, type StoredEvent } from '#boxes/store/events.ts'
import { insertMessage } from '#boxes/store/messages.ts'
import type { Store, TaskStatus } from '#boxes/store/tables.ts'
import { type Task, updateTask } from '#boxes/store/tasks.ts'
import { messageEvent, taskEvent, updateEvent } from '#boxes/wire/events.ts'
import * as Id from '#core/Id.ts'
import { multiLine } from '#core/UntrustedText.ts'
import type { FencedCommits } from './createFence.ts'

const REPLY_LENGTH_MAX = 200_000
const CARDS_MAX = 50
const UPDATES_MAX = 5_000

/** One prompt in progress: writes the agent's updates as they come and collects them for the reply. */
export type Run = {
  task: Task
  begin(): Promise<void>
  add(update: SessionUpdate): void
  end(outcome: Outcome): Promise<void>
}

export type Outcome = { stopReason: StopReason } | { error: string } | { cancelled: string }

/** A run of `task`, whose prompt has `bytesIn` bytes. */
export function createRun({ commit }: FencedCommits, task: Task, bytesIn: number): Run {
  const reply: Reply = { text: '', cards: [] }
  const startedAt = performance.now()
  let waiting: Update[] = []
  let writing: Promise<void> | undefined
  let count = 0

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const events = joinText(waiting).map((update) => updateEvent(task.id, update))
      waiting = []
      await commit(async (tx) => ({
        result: undefined,
        events: await appendEvents(tx, task.session_id, events),
      })).catch(() => {})
    }
    writing = undefined
  }
  return {
    task,
    begin: () => commit((tx) => changeTask(tx, task, { status: 'running', started_at: new Date() })),
    add(given) {
      const update = describeUpdate(given)
      if (!update || ++count > UPDATES_MAX || reply.text.length > REPLY_LENGTH_MAX) return
      if (update.type === 'text') reply.text += update.text
      if (update.type === 'card' && reply.cards.length < CARDS_MAX) reply.cards.push(update.card)
      waiting.push(update)
      writing ??= writeWaiting()
    },
    async end(outcome) {
      await writing
      const ms = performance.now() - startedAt
      const content = multiLine(reply.text.slice(0, REPLY_LENGTH_MAX))
      await commit(async (tx) => {
        const replied = await writeReply(tx, task, { text: content, cards: reply.cards })
        const ended = await changeTask(tx, task, { ...resultOf(outcome), ended_at: new Date() })
        await closeConfirmations(tx, [task.id])
        await countRun(tx, task.box_id, { ms, bytesIn, bytesOut: Buffer.byteLength(content) })
        return { result: undefined, events: [...replied, ...ended.events] }
      })
    },
  }
}

async function changeTask(tx: Store, { id, session_id }: Task, change: Parameters<typeof updateTask>[2]) {
  const task = await updateTask(tx, id, change)
  return { result: undefined, events: task ? await appendEvents(tx, session_id, [taskEvent(task)]) : [] }
}

type Reply = { text: string; cards: Card[] }

async function writeReply(tx: Store, task: Task, { text, cards }: Reply): Promise<StoredEvent[]> {
  if (text === '' && cards.length === 0) return []
  const { message } = await insertMessage(tx, {
    id: Id.create('msg'),
    session_id: task.session_id,
    author_type: 'agent',
    author_id: task.box_id,
    channel: 'box',
    content: text,
    cards,
    task_id: task.id,
    client_key: null,
    fingerprint: null,
  })
  return insertEvents(tx, [messageEvent(message)])
}

function resultOf(outcome: Outcome): { status: TaskStatus; stop_reason?: string; error?: string } {
  if ('error' in outcome) return { status: 'failed', error: outcome.error }
  if ('cancelled' in outcome) return { status: 'cancelled', stop_reason: outcome.cancelled }
  const status = outcome.stopReason === 'cancelled' ? 'cancelled' : 'completed'
  return { status, stop_reason: outcome.stopReason }
}

/** Joins consecutive pieces of text. */
function joinText(updates: readonly Update[]): Update[] {
  const joined: Update[] = []
  for (const update of updates) {
    const last = joined.at(-1)
    if (update.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + update.text }
    else joined.push(update)
  }
  return joined
}
