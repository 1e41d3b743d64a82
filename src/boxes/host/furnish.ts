import { SIZES } from '#boxes/isolation/Limits.ts'
import { findArchive, saveArchive } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { appendLog } from '#boxes/store/logs.ts'
import { createRuntime, type Runtime } from './createRuntime.ts'
import type { HostOptions } from './HostOptions.ts'
import { type StartedAgent, startAgent } from './startAgent.ts'
import { WARM_SIZE } from './warmAgent.ts'

const GATHER_MS = 200

/** An agent for the box: one that waits started, where such a one fits, or a new one. */
export async function takeAgent(options: HostOptions, box: Box): Promise<{ started: StartedAgent; isWarm: boolean }> {
  const { warm, catalogue, driver } = options
  const isPlain = box.agent_id === warm.agentId && box.size === WARM_SIZE && Object.keys(box.environment).length === 0
  const ready = isPlain ? warm.take() : undefined
  if (ready) return { started: ready, isWarm: true }
  const template = catalogue.get(box.agent_id)
  if (!template) throw new Error(`There is no agent ${box.agent_id} any more.`)
  const program = catalogue.program(template, { limits: SIZES[box.size], environment: box.environment })
  return { started: await startAgent(driver, program), isWarm: false }
}

/** Gives a started agent the files, the authority and the log of a box. */
export async function furnish(
  options: HostOptions,
  { box, started }: { box: Box; started: StartedAgent },
): Promise<Runtime> {
  const { store, commits, runMs } = options
  // Opened while it lives, its files can still be saved after a crash.
  const [workspace, archive] = await Promise.all([started.process.workspace(), findArchive(store, box.id)])
  if (archive) await workspace.restore(archive.bytes)
  options.attach(box, started.process.channel)
  started.lines.onLines(() => {
    setTimeout(() => {
      const lines = started.lines.take().map((line) => ({ source: 'agent' as const, line }))
      void appendLog(store, box.id, lines).catch(() => {})
    }, GATHER_MS).unref()
  })
  return createRuntime({ started, store, commits, runMs })
}

/** Keeps what the box has written. */
export async function saveFiles({ store }: HostOptions, box: Box, runtime: Runtime): Promise<void> {
  const workspace = await runtime.workspace()
  await saveArchive(store, box.id, await workspace.save())
}
