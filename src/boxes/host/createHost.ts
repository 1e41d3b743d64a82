import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#boxes/Context.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { deleteUnusedParts } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import {
  claimBoxes,
  deleteStopped,
  explainWaiting,
  listUnpurged,
  readOwnBoxes,
  registerHost,
  releaseDeadHosts,
  renewLease,
  stopExpired,
  unregisterHost,
} from '#boxes/store/hosts.ts'
import { deleteOldCalls } from '#boxes/store/modelCalls.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import { every } from '#core/every.ts'
import * as Id from '#core/Id.ts'
import { singleFlight } from '#core/singleFlight.ts'
import { withTimeout } from '#core/withTimeout.ts'
import { type BoxReconciler, createBoxReconciler } from './createBoxReconciler.ts'
import { dispatchTasks } from './dispatchTasks.ts'
import type { HostOptions } from './HostOptions.ts'
import { recoverBoxes } from './recoverBoxes.ts'

const POLL_EVERY_MS = 1_000
const SWEEP_EVERY_MS = 5_000
const CLEANUP_EVERY_MS = 60_000
/** The driver kills the processes that are left after this. */
const SHUTDOWN_MS = 15_000

type Host = { options: HostOptions; hostId: string; reconcilers: Map<string, BoxReconciler>; sweptAt: number }

export type BoxHost = AsyncDisposable & Pick<Context, 'workspaceOf'>

/** Runs boxes on this machine: claims boxes without a host, reconciles them and dispatches their tasks. */
export async function createHost(options: HostOptions): Promise<BoxHost> {
  const { database, store, driver, shutdownMs = SHUTDOWN_MS } = options
  const hostId = Id.create('host')
  await registerHost(store, hostId, driver.isolation)
  const host: Host = { options, hostId, reconcilers: new Map(), sweptAt: Number.NEGATIVE_INFINITY }
  let isStopped = false
  const passes = singleFlight(async () => {
    if (isStopped) return
    await pass(host).catch((err) => database.log.warn({ err }, 'box host pass failed'))
    // Notifications come in bursts; one pass serves those of a millisecond.
    await delay(1)
  })
  const listening = database.listen(BOXES_CHANNEL, () => void passes.run())
  const polling = every(POLL_EVERY_MS, passes.run)
  const cleanup = every(
    CLEANUP_EVERY_MS,
    () => deleteOld(options),
    (err) => database.log.warn({ err }, 'failed to delete stopped boxes'),
  )
  void passes.run()
  return {
    workspaceOf: (box) => (box.host_id === hostId ? host.reconcilers.get(box.id)?.runtime()?.workspace : undefined),
    async [Symbol.asyncDispose]() {
      isStopped = true
      listening[Symbol.dispose]()
      polling[Symbol.dispose]()
      cleanup[Symbol.dispose]()
      await passes.idle()
      const ended = Promise.all(host.reconcilers.values().map((reconciler) => reconciler.shutDown()))
      await withTimeout(ended, shutdownMs, () => new Error('Boxes did not shut down in time.')).catch((err) =>
        database.log.warn({ err }, 'box host shut down without saving every box'),
      )
      await unregisterHost(store, hostId).catch(() => {})
    },
  }
}

/** One pass of the host. Tasks come first, because callers wait for them. */
async function pass(host: Host): Promise<void> {
  const { options, hostId, reconcilers } = host
  const { store } = options
  if (reconcilers.size > 0) await dispatchTasks(options, hostId, (boxId) => reconcilers.get(boxId)?.runtime())
  if (!(await renewLease(store, hostId))) return rejoin(host)
  await sweep(host)
  for (const box of await claimBoxes(store, hostId, Math.max(0, options.boxesMax - reconcilers.size))) run(host, box)
  if (reconcilers.size === 0) return
  reconcile(host, await readOwnBoxes(store, hostId))
}

function run({ options, hostId, reconcilers }: Host, box: Box): BoxReconciler {
  const reconciler = createBoxReconciler({ ...options, hostId }, box)
  reconcilers.set(box.id, reconciler)
  return reconciler
}

function reconcile(host: Host, own: readonly Box[]): void {
  const { reconcilers } = host
  for (const box of own) (reconcilers.get(box.id) ?? run(host, box)).reconcile(box)
  const ids = new Set(own.map(({ id }) => id))
  for (const [id, reconciler] of reconcilers) {
    if (ids.has(id)) continue
    reconcilers.delete(id)
    void reconciler.drop()
  }
}

/** Recovers boxes of dead hosts, stops expired ones and refills the warm pool. */
async function sweep(host: Host): Promise<void> {
  const { options, hostId, sweptAt } = host
  if (performance.now() - sweptAt < SWEEP_EVERY_MS) return
  host.sweptAt = performance.now()
  const isAlone = options.database.kind === 'embedded'
  await recoverBoxes(options, await releaseDeadHosts(options.store, { own: hostId, isAlone }))
  await stopExpired(options.store)
  if (host.reconcilers.size >= options.boxesMax) await explainWaiting(options.store)
  options.warm.fill()
}

/** Deletes boxes that were stopped long ago, and files that belong to none. */
async function deleteOld({ store, retentionSeconds }: HostOptions): Promise<void> {
  await deleteStopped(store, retentionSeconds)
  for (const id of await listUnpurged(store)) await purgeBox(store, id)
  await deleteUnusedParts(store)
  await deleteOldCalls(store)
}

/** Others declared this host dead and may run its boxes already, so all of them end here. */
async function rejoin({ options, hostId, reconcilers }: Host): Promise<void> {
  options.database.log.error({ hostId }, 'box host lost its lease; dropping its boxes and re-registering')
  await Promise.all(reconcilers.values().map((reconciler) => reconciler.drop()))
  reconcilers.clear()
  await registerHost(options.store, hostId, options.driver.isolation)
}
