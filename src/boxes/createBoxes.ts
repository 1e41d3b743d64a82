import type { AgentRuns } from '#core/AgentRun.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import { every } from '#core/every.ts'
import type { KubernetesSettings } from '#core/KubernetesSettings.ts'
import type { ModelBudgets, ModelEndpoint } from '#core/ModelEndpoint.ts'
import type { Operation } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import type { Skill } from '#core/Skill.ts'
import { singleFlight } from '#core/singleFlight.ts'
import type { Tool } from '#core/Tool.ts'
import type { Database } from '#database/Database.ts'
import type { Live } from '#live/createLive.ts'
import { createAgentRuns } from './actions/agentRuns.ts'
import { createRuleBoxes, type RuleBoxes } from './actions/ruleBoxes.ts'
import { sendDueSchedules } from './actions/sendDueSchedules.ts'
import { allowedOperations } from './authority/allowedOperations.ts'
import { type BoxAuthority, createBoxAuthority } from './authority/createBoxAuthority.ts'
import type { CallService, ServedOperations } from './authority/serviceTools.ts'
import type { BoxSettings, Context } from './Context.ts'
import { createCatalogue } from './catalogue/createCatalogue.ts'
import { WARM_SIZE } from './catalogue/defaults.ts'
import type { ModelTotals } from './gateway/createBudgets.ts'
import { createGateway } from './gateway/createGateway.ts'
import { type BoxHost, createHost } from './host/createHost.ts'
import { createSkillMounts } from './host/createSkillMounts.ts'
import { createStartGate, type StartGate } from './host/createStartGate.ts'
import { createWarmPool, type WarmPool } from './host/createWarmPool.ts'
import { startAgent } from './host/startAgent.ts'
import type { Driver, Isolation } from './isolation/Driver.ts'
import { SIZES } from './isolation/Limits.ts'
import { openDriver, type SandboxEngine } from './isolation/openDriver.ts'
import { createSessionFeeds } from './live/sessionFeeds.ts'
import { operations } from './operations.ts'
import { createCommitQueue } from './store/commitQueue.ts'
import type { Tables } from './store/tables.ts'
import { tools } from './tools.ts'

type Options = {
  database: Database
  live: Live
  audit: AuditLog
  settings: BoxSettings
  takeGlobally: Context['takeGlobally']
  templatesFolder?: string | undefined
  /** The folder of installed agents. */
  agentsFolder?: string | undefined
  /** The models that agents may ask, and how much. */
  models: Readonly<Record<string, ModelEndpoint>>
  budgets: ModelBudgets
  /** The packages of the skills store. */
  skills(): readonly Skill[]
  /** How many boxes may run on this host; 0 when another machine runs them. */
  boxesMax: number
  /** The program that runs boxes. Default: bubblewrap */
  engine?: SandboxEngine | undefined
  /** The cluster of the engine kubernetes. */
  kubernetes?: KubernetesSettings | undefined
  /** The agent to start ahead of time, and how many of it. */
  warm: { agentId: string; size: number }
  runMs: number
  /** Calls the service as a box: an app that serves `boxOperations`. */
  callService: CallService
  now(): number
}

export type Boxes = AsyncDisposable & {
  operations: readonly Operation[]
  tools: readonly Tool[]
  /** The operations that boxes may call, out of all. */
  boxOperations(all: readonly Operation[]): Operation[]
  authenticateBox: Authenticate
  /** The tools of agents in boxes, over the operations that boxes may call. */
  boxTools(served: ServedOperations): Tool[]
  /** The isolation a probe measured; undefined before the probe, or where this host runs no boxes. */
  isolation(): Isolation | undefined
  /** The use of models by the boxes of this process, since it started. */
  modelTotals(): Readonly<ModelTotals>
  start(): void
  context: Context
  /** Conversations with the caller's agents, for another protocol. */
  agentRuns: AgentRuns
  ruleBoxes: RuleBoxes
}

const CONCURRENT_STARTS_MAX = 4
const SCHEDULES_EVERY_MS = 5_000

/** Hosted agents: store, operations, tools, and the host that runs boxes on this machine. */
export function createBoxes(options: Options): Boxes {
  const { database, settings, live, audit, takeGlobally, now, callService, skills } = options
  const owned = new AsyncDisposableStack()
  const store = database.tables<Tables>()
  let isolation: Isolation | undefined
  const catalogue = createCatalogue({
    folder: options.templatesFolder,
    agentsFolder: options.agentsFolder,
    protocols: new Set(Object.values(options.models).map(({ speaks }) => speaks)),
    isolation: () => isolation?.level,
  })
  const feeds = owned.use(createSessionFeeds(database, store))
  const commits = owned.use(createCommitQueue(store, feeds))
  const { models: endpoints, budgets } = options
  const totals: ModelTotals = { calls: 0, tokensIn: 0, tokensOut: 0, micros: 0 }
  const gateway = createGateway({ store, audit, log: database.log, endpoints, budgets, totals })
  const authority = createBoxAuthority({ catalogue, gateway, baseUrl: settings.baseUrl, callService, audit })
  let host: BoxHost | undefined
  const context: Context = {
    ...{ database, store, commits, feeds, catalogue, skills, live, audit, settings, takeGlobally, now },
    workspaceOf: (box) => host?.workspaceOf(box),
  }
  const hosting = owned.use(new AsyncDisposableStack())
  let starting: Promise<void> = Promise.resolve()
  owned.defer(() => starting)
  return {
    operations: operations(context),
    tools: tools(context),
    boxOperations: (all) => [...allowedOperations(all), ...authority.operations],
    authenticateBox: authority.authenticate,
    boxTools: authority.tools,
    isolation: () => isolation,
    modelTotals: () => totals,
    start() {
      owned.use(
        every(SCHEDULES_EVERY_MS, singleFlight(() => sendDueSchedules(context)).run, (err) =>
          database.log.warn({ err }, 'failed to read schedules'),
        ),
      )
      if (options.boxesMax === 0) return
      const measured = (result: Isolation) => {
        isolation = result
      }
      starting = startHost({ options, context, authority, hosting }, measured)
        .then((started) => {
          host = started
        })
        .catch((err) => database.log.error({ err }, 'box host failed to start'))
    },
    context,
    agentRuns: createAgentRuns(context),
    ruleBoxes: createRuleBoxes(context),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type HostParts = { options: Options; context: Context; authority: BoxAuthority; hosting: AsyncDisposableStack }

async function startHost(
  { options, context, authority, hosting }: HostParts,
  measured: (isolation: Isolation) => void,
): Promise<BoxHost> {
  const { database, store, commits, catalogue } = context
  const driver = hosting.use(await openDriver(database.log, options.engine, options.kubernetes))
  measured(driver.isolation)
  const starts = createStartGate(CONCURRENT_STARTS_MAX)
  const warm = hosting.use(openWarmPool(context, { driver, starts }, options.warm))
  const skillMounts = hosting.use(createSkillMounts(context.skills))
  const { boxesMax, runMs } = options
  const { retentionSeconds } = options.settings
  const { attach } = authority
  return hosting.use(
    await createHost({
      ...{ database, store, commits, catalogue, driver, warm, starts, skillMounts, attach, boxesMax, runMs },
      retentionSeconds,
    }),
  )
}

function openWarmPool(
  { catalogue, database }: Context,
  { driver, starts }: { driver: Driver; starts: StartGate },
  { agentId, size }: Options['warm'],
): WarmPool {
  const template = catalogue.get(agentId)
  const isUsable = template !== undefined && catalogue.problemOf(template) === undefined
  return createWarmPool({
    agentId,
    size: isUsable ? size : 0,
    start(signal) {
      if (!template) throw new Error(`There is no agent ${agentId}.`)
      const program = catalogue.program(template, { limits: SIZES[WARM_SIZE], environment: {} })
      return starts(() => startAgent(driver, program, { signal }))
    },
    failed: (err) => database.log.warn({ err }, 'failed to start an agent for the warm pool'),
  })
}
