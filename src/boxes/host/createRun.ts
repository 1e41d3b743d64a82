import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { type Card, describeUpdate, type Update } from '#boxes/acp/describeUpdate.ts'
import { countRun } from '#boxes/store/boxes.ts'
import type { Written } from '#boxes/store/commitQueue.ts'
import { closeConfirmations } from '#boxes/store/confirmations.ts'
import { appendEvents, insertEvents, type StoredEvent } from '#boxes/store/events.ts'
import { insertMessage } from '#boxes/store/messages.ts'
import type { Store, TaskStatus } from '#boxes/store/tables.ts'
import { type Task, updateTask } from '#boxes/store/tasks.ts'
import { messageEvent, taskEvent, updateEvent } from '#boxes/wire/events.ts'
import * as Id from '#core/Id.ts'
import { multiLine, oneLine } from '#core/UntrustedText.ts'
import type { FencedCommits } from './createFence.ts'

const REPLY_LENGTH_MAX = 200_000
const CARDS_MAX = 50
const UPDATES_MAX = 5_000
/** Of all updates of a run, as JSON. */
const OUTPUT_LENGTH_MAX = 2 ** 20
const REASON_LENGTH_MAX = 500
const TRUNCATED = `The rest of the output was dropped: a run may send ${UPDATES_MAX} updates and 1 MiB.`
const UNSTORABLE = 'The result of the agent could not be stored. Send the message again.'

/** One prompt in progress: writes the agent's updates as they come and collects them for the reply. */
export type Run = {
  task: Task
  begin(): Promise<void>
  add(update: SessionUpdate): void
  /** Ends the run; if it has already ended, writes nothing. */
  end(outcome: Outcome): Promise<void>
}

export type Outcome = { stopReason: string } | { error: string } | { cancelled: string }

/** A run of `task`, whose prompt has `bytesIn` bytes. */
export function createRun({ commit }: FencedCommits, task: Task, bytesIn: number): Run {
  const output = createOutput()
  const startedAt = performance.now()
  let writing: Promise<void> | undefined

  async function writeWaiting(): Promise<void> {
    for (let updates = output.take(); updates.length > 0; updates = output.take()) {
      const events = updates.map((update) => updateEvent(task.id, update))
      await commit(async (tx) => ({
        result: undefined,
        events: await appendEvents(tx, task.session_id, events),
      })).catch(() => {})
    }
    writing = undefined
  }
  return {
    task,
    begin: () => commit((tx) => begin(tx, task)),
    add(given) {
      if (output.add(given)) writing ??= writeWaiting()
    },
    async end(outcome) {
      await writing
      const usage = { ms: performance.now() - startedAt, bytesIn }
      const finish = (reply: Reply, ended: Outcome) => commit((tx) => end(tx, { task, reply, outcome: ended, usage }))
      await finish(output.reply(), outcome).catch(() => finish({ text: '', cards: [] }, { error: UNSTORABLE }))
    },
  }
}

type Reply = { text: string; cards: Card[] }

/** The updates of a run, bounded in number and size. */
function createOutput() {
  const reply: Reply = { text: '', cards: [] }
  let waiting: Update[] = []
  let count = 0
  let length = 0
  let isTruncated = false
  return {
    /** Whether the update is to be written. */
    add(given: SessionUpdate): boolean {
      if (isTruncated) return false
      const update = describeSafely(given)
      if (!update) return false
      count++
      length += JSON.stringify(update).length
      isTruncated = count > UPDATES_MAX || length > OUTPUT_LENGTH_MAX || reply.text.length > REPLY_LENGTH_MAX
      if (isTruncated) return false
      if (update.type === 'text') reply.text += update.text
      if (update.type === 'card' && reply.cards.length < CARDS_MAX) reply.cards.push(update.card)
      waiting.push(update)
      return true
    },
    /** The updates since the last call, with consecutive pieces of text joined. */
    take(): Update[] {
      const updates = joinText(waiting)
      waiting = []
      return updates
    },
    reply(): Reply {
      const text = multiLine(reply.text.slice(0, REPLY_LENGTH_MAX))
      return { cards: reply.cards, text: isTruncated ? `${text}\n\n${TRUNCATED}`.trim() : text }
    },
  }
}

/** An update with missing fields is left out. */
function describeSafely(update: SessionUpdate): Update | undefined {
  try {
    return describeUpdate(update)
  } catch {
    return undefined
  }
}

async function begin(tx: Store, { id, session_id }: Task): Promise<Written<void>> {
  const task = await updateTask(tx, id, { status: 'running', started_at: new Date() })
  return { result: undefined, events: task ? await appendEvents(tx, session_id, [taskEvent(task)]) : [] }
}

type Ending = { task: Task; reply: Reply; outcome: Outcome; usage: { ms: number; bytesIn: number } }

/** The reply, the end of the run and its usage in one transaction, once. */
async function end(tx: Store, { task, reply, outcome, usage }: Ending): Promise<Written<void>> {
  const ended = await updateTask(tx, task.id, { ...resultOf(outcome), ended_at: new Date() })
  if (!ended) return { result: undefined, events: [] }
  const replied = await writeReply(tx, task, reply)
  await closeConfirmations(tx, [task.id])
  await countRun(tx, task.box_id, { ...usage, bytesOut: Buffer.byteLength(reply.text) })
  const events = await appendEvents(tx, task.session_id, [taskEvent(ended)])
  return { result: undefined, events: [...replied, ...events] }
}

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
  if ('error' in outcome) return { status: 'failed', error: reasonOf(outcome.error) }
  if ('cancelled' in outcome) return { status: 'cancelled', stop_reason: reasonOf(outcome.cancelled) }
  const status = outcome.stopReason === 'cancelled' ? 'cancelled' : 'completed'
  return { status, stop_reason: reasonOf(outcome.stopReason) }
}

function reasonOf(text: string): string {
  return oneLine(text.slice(0, REASON_LENGTH_MAX))
}

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
