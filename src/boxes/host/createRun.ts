import type { SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import { type Card, describeUpdate, type Update, UpdateRecord } from '#boxes/acp/describeUpdate.ts'
import { eventBody, MessageRecord, toMessageRecord } from '#boxes/records.ts'
import { countRun } from '#boxes/store/boxes.ts'
import type { Commits } from '#boxes/store/commitQueue.ts'
import { closeConfirmations } from '#boxes/store/confirmations.ts'
import { appendEvents, type StoredEvent } from '#boxes/store/events.ts'
import { insertMessage, type Task } from '#boxes/store/sessions.ts'
import type { Store, TaskStatus } from '#boxes/store/tables.ts'
import { updateTask } from '#boxes/store/tasks.ts'
import * as Id from '#core/Id.ts'
import { multiLine } from '#core/UntrustedText.ts'

const REPLY_LENGTH_MAX = 200_000
const CARDS_MAX = 50
const UPDATES_MAX = 5_000

/** One prompt at work: what the agent tells is written as it comes, and gathered for the reply. */
export type Run = {
  task: Task
  begin(): Promise<void>
  tell(update: SessionUpdate): void
  end(outcome: Outcome): Promise<void>
}

export type Outcome = { stopReason: StopReason } | { error: string } | { cancelled: string }

/** A run of `task`, whose prompt was `bytesIn` long. */
export function createRun({ commit }: Pick<Commits, 'commit'>, task: Task, bytesIn: number): Run {
  const reply: { text: string; cards: Card[] } = { text: '', cards: [] }
  const startedAt = performance.now()
  let waiting: Update[] = []
  let writing: Promise<void> | undefined
  let told = 0

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const updates = join(waiting)
      waiting = []
      const events = updates.map((update) => ({ kind: 'update', body: updateBody(task.id, update) }))
      await commit((within) => appendEvents(within, task.session_id, events)).catch(() => {})
    }
    writing = undefined
  }
  return {
    task,
    begin: () => commit((within) => updateTask(within, task.id, { status: 'running', started_at: new Date() })),
    tell(given) {
      const update = describeUpdate(given)
      if (!update || ++told > UPDATES_MAX || reply.text.length > REPLY_LENGTH_MAX) return
      if (update.type === 'text') reply.text += update.text
      if (update.type === 'card' && reply.cards.length < CARDS_MAX) reply.cards.push(update.card)
      waiting.push(update)
      writing ??= writeWaiting()
    },
    async end(outcome) {
      await writing
      const ms = performance.now() - startedAt
      const content = multiLine(reply.text.slice(0, REPLY_LENGTH_MAX))
      await commit(async (within) => {
        const spoken =
          content === '' && reply.cards.length === 0 ? [] : await speak(within, task, { content, cards: reply.cards })
        const ended = await updateTask(within, task.id, { ...resultOf(outcome), ended_at: new Date() })
        await closeConfirmations(within, [task.id])
        await countRun(within, task.box_id, { ms, bytesIn, bytesOut: Buffer.byteLength(content) })
        return [...spoken, ...ended]
      })
    },
  }
}

type Reply = { content: string; cards: readonly Card[] }

async function speak(within: Store, task: Task, { content, cards }: Reply): Promise<StoredEvent[]> {
  const message = {
    id: Id.create('msg'),
    session_id: task.session_id,
    author_type: 'agent' as const,
    author_id: task.box_id,
    channel: 'box',
    content,
    cards,
    task_id: task.id,
    client_key: null,
    fingerprint: null,
  }
  const toBody = (row: Parameters<typeof toMessageRecord>[0]) =>
    JSON.parse(eventBody('message', MessageRecord, toMessageRecord(row)))
  return (await insertMessage(within, message, toBody)).events
}

function resultOf(outcome: Outcome): { status: TaskStatus; stop_reason?: string; error?: string } {
  if ('error' in outcome) return { status: 'failed', error: outcome.error }
  if ('cancelled' in outcome) return { status: 'cancelled', stop_reason: outcome.cancelled }
  const status = outcome.stopReason === 'cancelled' ? 'cancelled' : 'completed'
  return { status, stop_reason: outcome.stopReason }
}

/** Pieces of text that came while the last ones were being written become one. */
function join(updates: readonly Update[]): Update[] {
  const joined: Update[] = []
  for (const update of updates) {
    const last = joined.at(-1)
    if (update.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + update.text }
    else joined.push(update)
  }
  return joined
}

function updateBody(taskId: string, update: Update): string {
  return JSON.stringify({ taskId, untrusted: true, update: UpdateRecord.encode(update) })
}
