import { setTimeout as delay } from 'node:timers/promises'
import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { HistoryEntry } from '#agents/Turn.ts'
import type { Link } from '#boxes/acp/connectAgent.ts'
import { cardUpdate } from '#boxes/acp/describeUpdate.ts'
import type { ShowCard } from '#boxes/authority/proposalCard.ts'
import type { Exit } from '#boxes/isolation/Driver.ts'
import { listMessages } from '#boxes/store/messages.ts'
import { findAgentSession, saveAgentSession } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { QueuedTask } from '#boxes/store/tasks.ts'
import type { Workspace } from '#boxes/workspace/Workspace.ts'
import * as Id from '#core/Id.ts'
import { traced } from '#core/tracing.ts'
import type { FencedCommits } from './createFence.ts'
import { createRun, type Outcome, type Run } from './createRun.ts'
import { skillUri } from './createSkillMounts.ts'
import { requestConfirmation } from './requestConfirmation.ts'
import type { StartedAgent } from './startAgent.ts'

type Options = {
  started: StartedAgent
  store: Store
  commits: FencedCommits
  /** The longest a prompt may run. */
  runMs: number
  /** The skill packages of the box; the first prompt of each session links them. */
  skills: readonly string[]
  /** Where the agent reaches the tool server for a session; undefined if it has none. */
  mcpUrl(sessionId: string): string | undefined
}

/** The running agent of a box. */
export type Runtime = AsyncDisposable & {
  /** Starts a run, unless its session is busy. */
  run(task: QueuedTask): void
  cancel(taskId: string): void
  /** Passes a person's answer to the agent. */
  answer(confirmationId: string, option: string): void
  /** Adds a card to the answer of a session. */
  show: ShowCard
  /** When it was last busy, on the clock of `performance.now()`. */
  activeAt(): number
  workspace(): Promise<Workspace>
  exited: Promise<Exit>
  /** Ends its runs with an outcome. */
  abandon(outcome: Outcome): Promise<void>
}

const HISTORY_MAX = 40
const CANCEL_GRACE_MS = 5_000
const GONE_MS = 1_000
const STORE_RETRY_MS = 1_000
const STORE_RETRIES_MAX = 60
/** Of one run: open at the same time, in all, and before the agent is killed. */
const QUESTIONS = { open: 8, total: 100, ignored: 1_000 }
const ENDED = 'The agent ended during the run. Send the message again.'

type Running = Options & {
  /** The agent's session ids, by ours. */
  agentSessions: Map<string, Promise<string>>
  /** Runs in progress, by our session. */
  busy: Map<string, Run>
  /** The same by the agent's session, once it is open. */
  runs: Map<string, Run>
  /** Open questions, by confirmation id. */
  questions: Map<string, Question>
  /** The agent's sessions that received the links to the skills. */
  linked: Set<string>
  /** Ids of runs started here; the queue they were read from may be stale. */
  begun: Set<string>
  /** How often each run asked a person. */
  questionCounts: WeakMap<Run, number>
  /** Runs that were cancelled or took too long. */
  interrupted: WeakSet<Run>
  activeAt: number
}

type Question = { run: Run; resolve(option: string | undefined): void }

/** Runs prompts in a started agent, one at a time in each session. */
export function createRuntime(options: Options): Runtime {
  const { process, agent } = options.started
  const running: Running = {
    ...options,
    agentSessions: new Map(),
    busy: new Map(),
    runs: new Map(),
    questions: new Map(),
    linked: new Set(),
    begun: new Set(),
    questionCounts: new WeakMap(),
    interrupted: new WeakSet(),
    activeAt: performance.now(),
  }
  agent.listen({
    updated: (agentSession, update) => running.runs.get(agentSession)?.add(update),
    asked: (agentSession, request) => ask(running, agentSession, request),
  })
  return {
    run(task) {
      if (!running.busy.has(task.session_id) && !running.begun.has(task.id)) void execute(running, task)
    },
    cancel(taskId) {
      for (const [agentSession, run] of running.runs) if (run.task.id === taskId) interrupt(running, agentSession)
    },
    answer: (id, option) => running.questions.get(id)?.resolve(option),
    show(sessionId, card) {
      const run = running.busy.get(sessionId)
      run?.add(cardUpdate(card))
      return run !== undefined
    },
    activeAt: () => (running.busy.size > 0 ? performance.now() : running.activeAt),
    workspace: () => process.workspace(),
    exited: process.exited,
    async abandon(outcome) {
      const ended = running.busy.values().map((run) => run.end(outcomeOf(running, run, outcome)).catch(() => {}))
      await Promise.all(ended)
    },
    [Symbol.asyncDispose]: () => options.started[Symbol.asyncDispose](),
  }
}

async function execute(running: Running, task: QueuedTask): Promise<void> {
  const run = createRun(running.commits, task, Buffer.byteLength(task.content))
  running.busy.set(task.session_id, run)
  running.begun.add(task.id)
  const outcome = await promptAgent(running, run, task.content).catch((error): Outcome => ({ error: sentence(error) }))
  running.activeAt = performance.now()
  await endReliably(run, outcomeOf(running, run, outcome))
  running.busy.delete(task.session_id)
}

/** An interrupted run is cancelled, even if its agent had to be killed. */
function outcomeOf({ interrupted }: Running, run: Run, outcome: Outcome): Outcome {
  return 'error' in outcome && interrupted.has(run) ? { stopReason: 'cancelled' } : outcome
}

/** The database may be unavailable when a run ends. */
async function endReliably(run: Run, outcome: Outcome): Promise<void> {
  for (let tries = 0; tries < STORE_RETRIES_MAX; tries++) {
    const isEnded = await run.end(outcome).then(
      () => true,
      () => false,
    )
    if (isEnded) return
    await delay(STORE_RETRY_MS, undefined, { ref: false })
  }
}

async function promptAgent(running: Running, run: Run, text: string): Promise<Outcome> {
  const { agent, process } = running.started
  const agentSession = await agentSessionOf(running, run.task.session_id)
  running.runs.set(agentSession, run)
  const tooLong = setTimeout(() => interrupt(running, agentSession), running.runMs)
  try {
    // The commit queue keeps the order, so the prompt need not wait for this write.
    void run.begin().catch(() => {})
    const gone = process.exited.then((): Outcome => ({ error: ENDED }))
    const prompt = { text, links: linksFor(running, agentSession) }
    const answered = traced(
      () => ({ name: 'box run', kind: 'internal', facts: { 'slipway.session_id': run.task.session_id } }),
      () => agent.prompt(agentSession, prompt).then((stopReason): Outcome => ({ stopReason })),
    )
    // A broken connection is often the first sign of a process that ends.
    return await Promise.race([gone, answered.catch((error) => orGone(error, gone))])
  } finally {
    clearTimeout(tooLong)
    running.runs.delete(agentSession)
  }
}

function linksFor({ skills, linked }: Running, agentSession: string): Link[] {
  if (linked.has(agentSession)) return []
  linked.add(agentSession)
  return skills.map((name) => ({ name, uri: skillUri(name) }))
}

/** Prefers the end of the agent over an error that it caused. */
async function orGone(error: unknown, gone: Promise<Outcome>): Promise<Outcome> {
  const failure: Outcome = { error: sentence(error) }
  return Promise.race([gone, delay(GONE_MS, failure, { ref: false })])
}

function agentSessionOf(running: Running, sessionId: string): Promise<string> {
  const { agentSessions } = running
  const opened = agentSessions.get(sessionId) ?? openAgentSession(running, sessionId)
  agentSessions.set(sessionId, opened)
  opened.catch(() => agentSessions.delete(sessionId))
  return opened
}

/** Continues the agent's own session of an earlier process, or begins one and remembers its id. */
async function openAgentSession({ store, started, linked, mcpUrl }: Running, sessionId: string): Promise<string> {
  const [history, earlier] = await Promise.all([readHistory(store, sessionId), findAgentSession(store, sessionId)])
  const { id, isNew } = await started.agent.openSession({ history, earlier, mcpUrl: mcpUrl(sessionId) })
  if (isNew) await saveAgentSession(store, sessionId, id)
  else linked.add(id)
  return id
}

async function ask(
  running: Running,
  agentSession: string,
  request: RequestPermissionRequest,
): Promise<string | undefined> {
  const run = running.runs.get(agentSession)
  if (!run || !mayAsk(running, run)) return undefined
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const id = Id.create('conf')
  running.questions.set(id, { run, resolve })
  try {
    const isStored = await requestConfirmation(running.commits, { id, task: run.task, request })
    return isStored ? await promise : undefined
  } catch {
    return undefined
  } finally {
    running.questions.delete(id)
  }
}

/** Refuses requests beyond the bounds, and kills an agent that floods the host with them. */
function mayAsk({ questions, questionCounts, started }: Running, run: Run): boolean {
  const count = (questionCounts.get(run) ?? 0) + 1
  questionCounts.set(run, count)
  if (count > QUESTIONS.ignored) started.process.kill('The agent sent too many permission requests.')
  const open = questions.values().filter((question) => question.run === run)
  return count <= QUESTIONS.total && open.toArray().length < QUESTIONS.open
}

/** Cancels the prompt; kills an agent that does not stop in time. */
function interrupt(running: Running, agentSession: string): void {
  const { agent, process } = running.started
  const run = running.runs.get(agentSession)
  void agent.cancel(agentSession).catch(() => {})
  if (run) running.interrupted.add(run)
  for (const question of running.questions.values()) if (question.run === run) question.resolve(undefined)
  setTimeout(() => {
    if (run && running.runs.get(agentSession) === run) process.kill('The agent did not stop when cancelled.')
  }, CANCEL_GRACE_MS).unref()
}

/** The messages before the last one, which is the prompt. */
async function readHistory(store: Store, sessionId: string): Promise<HistoryEntry[]> {
  const messages = await listMessages(store, sessionId, { limit: HISTORY_MAX })
  const before = messages.filter(({ author_type }) => author_type !== 'system').slice(0, -1)
  return before.map(({ author_type, content }) => ({ author: author_type === 'agent' ? 'agent' : 'human', content }))
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : 'The agent failed.'
  return text.slice(0, 500)
}
