import { setTimeout as delay } from 'node:timers/promises'
import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { Said } from '#agents/Turn.ts'
import type { Link } from '#boxes/acp/connectAgent.ts'
import type { Exit } from '#boxes/isolation/Driver.ts'
import type { Commits } from '#boxes/store/commitQueue.ts'
import { listMessages } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { QueuedTask } from '#boxes/store/tasks.ts'
import type { Workspace } from '#boxes/workspace/Workspace.ts'
import { createRun, type Outcome, type Run } from './createRun.ts'
import { skillUri } from './createSkillMounts.ts'
import { askPerson } from './requestConfirmation.ts'
import type { StartedAgent } from './startAgent.ts'

type Options = {
  started: StartedAgent
  store: Store
  commits: Pick<Commits, 'commit'>
  /** The longest a prompt may take. */
  runMs: number
  /** Packages the box was given; each of its sessions is told of them once. */
  skills: readonly string[]
}

/** The process of a box at work on this host. */
export type Runtime = AsyncDisposable & {
  /** Starts a run, unless its session is busy with another. */
  run(task: QueuedTask): void
  cancel(taskId: string): void
  /** Hands on what a person answered. */
  answer(confirmationId: string, option: string): void
  /** When it last had something to do, in milliseconds of the process's clock; now, while it has. */
  activeAt(): number
  workspace(): Promise<Workspace>
  exited: Promise<Exit>
  /** Ends what it has at work, with a reason. */
  abandon(outcome: Outcome): Promise<void>
}

const HISTORY_MAX = 40
const CANCEL_GRACE_MS = 5_000
const GONE_MS = 1_000
const ENDED = 'The agent ended while it was at work. Send the message again.'

type Running = Options & {
  /** The agent's own id of each of our sessions. */
  agentSessions: Map<string, Promise<string>>
  /** What is at work, by our session. */
  busy: Map<string, Run>
  /** The same by the agent's session, once the agent has it. */
  runs: Map<string, Run>
  /** Questions that wait for a person. */
  questions: Map<string, Question>
  /** The agent's sessions that know of the skills. */
  told: Set<string>
  /** Runs begun here: the list they were read from may be a moment old. */
  begun: Set<string>
  activeAt: number
}

type Question = { agentSession: string; resolve(option: string | undefined): void }

/** Runs prompts in a started agent, one at a time in each session. */
export function createRuntime(options: Options): Runtime {
  const { process, agent } = options.started
  const running: Running = {
    ...options,
    agentSessions: new Map(),
    busy: new Map(),
    runs: new Map(),
    questions: new Map(),
    told: new Set(),
    begun: new Set(),
    activeAt: performance.now(),
  }
  agent.listen({
    updated: (agentSession, update) => running.runs.get(agentSession)?.tell(update),
    asked: (agentSession, request) => ask(running, agentSession, request),
  })
  return {
    run(task) {
      if (!running.busy.has(task.session_id) && !running.begun.has(task.id)) void carryOut(running, task)
    },
    cancel(taskId) {
      for (const [agentSession, run] of running.runs) if (run.task.id === taskId) interrupt(running, agentSession)
    },
    answer: (id, option) => running.questions.get(id)?.resolve(option),
    activeAt: () => (running.busy.size > 0 ? performance.now() : running.activeAt),
    workspace: () => process.workspace(),
    exited: process.exited,
    async abandon(outcome) {
      await Promise.all(running.busy.values().map((run) => run.end(outcome).catch(() => {})))
    },
    [Symbol.asyncDispose]: () => options.started[Symbol.asyncDispose](),
  }
}

async function carryOut(running: Running, task: QueuedTask): Promise<void> {
  const run = createRun(running.commits, task, Buffer.byteLength(task.content))
  running.busy.set(task.session_id, run)
  running.begun.add(task.id)
  const outcome = await perform(running, run, task.content).catch((error): Outcome => ({ error: sentence(error) }))
  running.activeAt = performance.now()
  await run.end(outcome).catch(() => {})
  running.busy.delete(task.session_id)
}

async function perform(running: Running, run: Run, text: string): Promise<Outcome> {
  const { agent, process } = running.started
  const agentSession = await agentSessionOf(running, run.task.session_id)
  running.runs.set(agentSession, run)
  const tooLong = setTimeout(() => interrupt(running, agentSession), running.runMs)
  try {
    // Written in order with all it tells, so the agent need not wait for it.
    void run.begin().catch(() => {})
    const gone = process.exited.then((): Outcome => ({ error: ENDED }))
    const answered = agent
      .prompt(agentSession, { text, links: linksFor(running, agentSession) })
      .then((stopReason): Outcome => ({ stopReason }))
    // A connection that breaks is the first sign of a process that ends.
    return await Promise.race([gone, answered.catch((error) => orGone(error, gone))])
  } finally {
    clearTimeout(tooLong)
    running.runs.delete(agentSession)
  }
}

function linksFor({ skills, told }: Running, agentSession: string): Link[] {
  if (told.has(agentSession)) return []
  told.add(agentSession)
  return skills.map((name) => ({ name, uri: skillUri(name) }))
}

/** What went wrong, unless it was that the agent ended. */
async function orGone(error: unknown, gone: Promise<Outcome>): Promise<Outcome> {
  const failure: Outcome = { error: sentence(error) }
  return Promise.race([gone, delay(GONE_MS, failure, { ref: false })])
}

function agentSessionOf({ agentSessions, store, started }: Running, sessionId: string): Promise<string> {
  const opened =
    agentSessions.get(sessionId) ?? readHistory(store, sessionId).then((history) => started.agent.openSession(history))
  agentSessions.set(sessionId, opened)
  opened.catch(() => agentSessions.delete(sessionId))
  return opened
}

async function ask(
  running: Running,
  agentSession: string,
  request: RequestPermissionRequest,
): Promise<string | undefined> {
  const run = running.runs.get(agentSession)
  if (!run) return undefined
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const id = await askPerson(running.commits, run.task, request)
  running.questions.set(id, { agentSession, resolve })
  const option = await promise
  running.questions.delete(id)
  return option
}

/** Tells the agent to stop; one that does not is ended. */
function interrupt(running: Running, agentSession: string): void {
  const { agent, process } = running.started
  const run = running.runs.get(agentSession)
  void agent.cancel(agentSession).catch(() => {})
  for (const question of running.questions.values())
    if (question.agentSession === agentSession) question.resolve(undefined)
  setTimeout(() => {
    if (run && running.runs.get(agentSession) === run) process.kill('It did not stop when it was told to.')
  }, CANCEL_GRACE_MS).unref()
}

/** What was said before the last message, which is the prompt itself. */
async function readHistory(store: Store, sessionId: string): Promise<Said[]> {
  const messages = await listMessages(store, sessionId, { limit: HISTORY_MAX })
  const before = messages.filter(({ author_type }) => author_type !== 'system').slice(0, -1)
  return before.map(({ author_type, content }) => ({ author: author_type === 'agent' ? 'agent' : 'human', content }))
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : 'The agent failed.'
  return text.slice(0, 500)
}
