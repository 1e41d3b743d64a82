import type { AgentRuns } from '#core/AgentRun.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Authenticate } from '#core/Door.ts'
import type { Operation } from '#core/Operation.ts'
import type { Skill } from '#core/Skill.ts'
import type { Tool } from '#core/Tool.ts'
import type { Database } from '#database/Database.ts'
import type { Live } from '#live/createLive.ts'
import { createAgentRuns } from './actions/agentRuns.ts'
import { allowedOperations } from './authority/allowedOperations.ts'
import { type BoxAuthority, type CallService, createBoxAuthority } from './authority/createBoxAuthority.ts'
import type { BoxContext, BoxSettings } from './Context.ts'
import { type Catalogue, createCatalogue } from './catalogue/createCatalogue.ts'
import { WARM_SIZE } from './catalogue/defaults.ts'
import { getAgent, listAgents } from './endpoints/agents.ts'
import { boxSteps, deleteBox, getBox, listBoxes } from './endpoints/boxes.ts'
import { answerConfirmation, listConfirmations } from './endpoints/confirmations.ts'
import { createBox } from './endpoints/createBox.ts'
import { followSession } from './endpoints/events.ts'
import { readFiles, readLogs, writeFiles } from './endpoints/logsAndFiles.ts'
import { listMessages, postMessage } from './endpoints/messages.ts'
import { cancelSession, createSession, getSession, listSessions } from './endpoints/sessions.ts'
import { createHost } from './host/createHost.ts'
import { createSkillShelf } from './host/createSkillMounts.ts'
import { createStartGate, type StartGate } from './host/createStartGate.ts'
import { createWarmPool, type WarmPool } from './host/createWarmPool.ts'
import { startAgent } from './host/startAgent.ts'
import type { Driver, Isolation } from './isolation/Driver.ts'
import { SIZES } from './isolation/Limits.ts'
import { openDriver } from './isolation/openDriver.ts'
import { createSessionFeeds } from './live/sessionFeeds.ts'
import { createCommits } from './store/commitQueue.ts'
import type { Tables } from './store/tables.ts'
import { boxTools } from './tools.ts'

type Options = {
  database: Database
  live: Live
  audit: AuditLog
  settings: BoxSettings
  takeGlobally: BoxContext['takeGlobally']
  /** A folder of further templates. */
  templatesFolder?: string | undefined
  credentials: Readonly<Record<string, string>>
  /** The packages of the skills store. */
  skills(): readonly Skill[]
  /** How many boxes may run on this host; none when another machine runs them. */
  boxesMax: number
  /** Which agent waits started ahead, and how many of it. */
  warm: { agentId: string; size: number }
  runMs: number
  /** Calls the service in the name of a box: an app of the operations that `boxOperations` allows. */
  callService: CallService
  now(): number
}

export type Boxes = AsyncDisposable & {
  operations: readonly Operation[]
  tools: readonly Tool[]
  /** What a box is served, out of everything that is served. */
  boxOperations(all: readonly Operation[]): Operation[]
  authenticateBox: Authenticate
  /** What the probe box has shown; nothing until it has, or where this host runs no boxes. */
  isolation(): Isolation | undefined
  /** Begins to run boxes. */
  start(): void
  context: BoxContext
  /** Conversations with the caller's agents, for another protocol. */
  agentRuns: AgentRuns
}

/** Agents that are started at the same moment. */
const STARTS_MAX = 4

/** Hosted agents: their store, their operations and tools, and the host that runs them on this machine. */
export function createBoxes(options: Options): Boxes {
  const { database, settings } = options
  const owned = new AsyncDisposableStack()
  const store = database.tables<Tables>()
  let isolation: Isolation | undefined
  const catalogue = createCatalogue({
    folder: options.templatesFolder,
    credentials: options.credentials,
    isolation: () => isolation?.level,
  })
  const feeds = owned.use(createSessionFeeds(database, store))
  const commits = owned.use(createCommits(store, feeds))
  const { live, audit, takeGlobally, now, callService, skills } = options
  const authority = createBoxAuthority({ catalogue, baseUrl: settings.baseUrl, callService, audit })
  const parts = { database, store, commits, feeds, catalogue, skills }
  const context: BoxContext = { ...parts, live, audit, settings, takeGlobally, now }
  const hosting = new AsyncDisposableStack()
  owned.use(hosting)
  let starting: Promise<void> = Promise.resolve()
  owned.defer(() => starting)
  return {
    operations: operationsOf(context),
    tools: boxTools(context),
    boxOperations: (all) => [...allowedOperations(all), ...authority.operations],
    authenticateBox: authority.authenticate,
    isolation: () => isolation,
    start() {
      if (options.boxesMax === 0) return
      starting = startHost({ options, context, authority, hosting }, (found) => {
        isolation = found
      }).catch((err) => database.log.error({ err }, 'boxes cannot run here'))
    },
    context,
    agentRuns: createAgentRuns(context),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function operationsOf(context: BoxContext): Operation[] {
  return [
    listAgents(context),
    getAgent(context),
    listBoxes(context),
    createBox(context),
    getBox(context),
    deleteBox(context),
    ...boxSteps(context),
    readLogs(context),
    readFiles(context),
    writeFiles(context),
    listSessions(context),
    createSession(context),
    getSession(context),
    listMessages(context),
    postMessage(context),
    followSession(context),
    cancelSession(context),
    listConfirmations(context),
    answerConfirmation(context),
  ]
}

type Starting = { options: Options; context: BoxContext; authority: BoxAuthority; hosting: AsyncDisposableStack }

async function startHost(
  { options, context, authority, hosting }: Starting,
  found: (isolation: Isolation) => void,
): Promise<void> {
  const { database, store, commits, catalogue } = context
  const driver = hosting.use(await openDriver(database.log))
  found(driver.isolation)
  const starts = createStartGate(STARTS_MAX)
  const warm = hosting.use(warmPoolOf({ driver, catalogue, database, starts }, options.warm))
  const shelf = hosting.use(createSkillShelf(context.skills))
  const { boxesMax, runMs } = options
  const means = { database, store, commits, catalogue, driver, warm, starts, shelf }
  hosting.use(await createHost({ ...means, attach: authority.attach, boxesMax, runMs }))
}

type Means = { driver: Driver; catalogue: Catalogue; database: Database; starts: StartGate }

function warmPoolOf({ driver, catalogue, database, starts }: Means, { agentId, size }: Options['warm']): WarmPool {
  const template = catalogue.get(agentId)
  const isUsable = template !== undefined && catalogue.problemOf(template) === undefined
  return createWarmPool({
    agentId,
    size: isUsable ? size : 0,
    start() {
      if (!template) throw new Error(`There is no agent ${agentId}.`)
      const program = catalogue.program(template, { limits: SIZES[WARM_SIZE], environment: {} })
      return starts(() => startAgent(driver, program))
    },
    failed: (err) => database.log.warn({ err }, 'an agent could not be started ahead'),
  })
}
