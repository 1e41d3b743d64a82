import { setTimeout as delay } from 'node:timers/promises'
import type { ShowCard } from '#boxes/authority/proposalCard.ts'
import { isBridged, mcpUrlInside } from '#boxes/catalogue/createCatalogue.ts'
import { WARM_SIZE } from '#boxes/catalogue/defaults.ts'
import type { Template } from '#boxes/catalogue/Template.ts'
import type { BoxProcess } from '#boxes/isolation/Driver.ts'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { findArchive, saveArchive } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { appendLog } from '#boxes/store/logs.ts'
import { singleFlight } from '#core/singleFlight.ts'
import { createFence } from './createFence.ts'
import { createRuntime, type Runtime } from './createRuntime.ts'
import type { HostOptions } from './HostOptions.ts'
import { type StartedAgent, startAgent } from './startAgent.ts'

const GATHER_MS = 200

/** An agent for the box: a warm one if it fits, otherwise a new one, which starts in a prepared box. */
export async function takeAgent(
  options: HostOptions,
  box: Box,
  { signal, show }: { signal: AbortSignal; show: ShowCard },
): Promise<{ started: StartedAgent; isWarm: boolean }> {
  const { warm, catalogue, driver, starts, skillMounts } = options
  const isPlain = box.agent_id === warm.agentId && box.size === WARM_SIZE && hasDefaults(box)
  const ready = isPlain ? warm.take() : undefined
  if (ready) return { started: ready, isWarm: true }
  const template = catalogue.get(box.agent_id)
  if (!template) throw new Error(`The agent ${box.agent_id} no longer exists.`)
  const environment = { ...box.environment, ...modelOf(template, box) }
  const program = catalogue.program(template, { limits: SIZES[box.size], environment })
  const mounts = await skillMounts.mountsOf(box.skills)
  const mounted = { ...program, mounts: { ...program.mounts, ...mounts } }
  const prepare = (process: BoxProcess) => prepareBox(options, { box, process, show })
  return { started: await starts(() => startAgent(driver, mounted, { signal, prepare })), isWarm: false }
}

type Prepared = { box: Box; process: BoxProcess; show: ShowCard }

/** Restores the files of a box and serves its channel. */
export async function prepareBox({ store, attach }: HostOptions, { box, process, show }: Prepared): Promise<void> {
  // The workspace is opened while the agent lives, so that its files can be saved after a crash.
  const [workspace, archive] = await Promise.all([process.workspace(), findArchive(store, box.id)])
  if (archive) await workspace.restore(archive)
  attach(box, process.channel, show)
}

/** Whether the box needs nothing that an agent must be started with. */
function hasDefaults({ environment, skills, agent_model }: Box): boolean {
  return Object.keys(environment).length === 0 && skills.length === 0 && agent_model === null
}

function modelOf({ model }: Template, { agent_model }: Box): Record<string, string> {
  return model && agent_model !== null ? { [model.variable]: agent_model } : {}
}

/** Attaches the log of a box to a started agent. */
export function attachAgent(
  options: HostOptions & { hostId: string },
  { box, started }: { box: Box; started: StartedAgent },
): Runtime {
  const { store, runMs, hostId } = options
  const commits = createFence(options.commits, { boxId: box.id, hostId })
  // At most one write at a time, so that an agent that floods its standard error cannot take the connections.
  const log = singleFlight(async () => {
    await delay(GATHER_MS, undefined, { ref: false })
    const lines = started.lines.take().map((line) => ({ source: 'agent' as const, line }))
    await appendLog(store, { boxId: box.id, hostId }, lines).catch(() => {})
  })
  started.lines.onLines(() => void log.run())
  const template = options.catalogue.get(box.agent_id)
  const hasTools = box.attach_mcp && template !== undefined && isBridged(template)
  const mcpUrl = (sessionId: string) => (hasTools ? mcpUrlInside(sessionId) : undefined)
  return createRuntime({ started, store, commits, runMs, mcpUrl, skills: box.skills })
}

/** Saves the workspace of a box. */
export async function saveFiles(
  { store, hostId }: HostOptions & { hostId: string },
  box: Box,
  runtime: Runtime,
): Promise<void> {
  const workspace = await runtime.workspace()
  await saveArchive(store, { boxId: box.id, hostId }, await workspace.save())
}
