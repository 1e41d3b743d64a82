import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import type { Box } from '#boxes/store/boxes.ts'
import {
  claimBoxes,
  enterHost,
  keepHost,
  leaveHost,
  readOwnBoxes,
  releaseDeadHosts,
  stopExpired,
} from '#boxes/store/hosts.ts'
import * as Id from '#core/Id.ts'
import { type BoxKeeper, createBoxKeeper } from './createBoxReconciler.ts'
import { createLoop } from './createLoop.ts'
import { handOutWork } from './dispatchTasks.ts'
import type { HostOptions } from './HostOptions.ts'
import { recoverBoxes } from './recoverBoxes.ts'

const LOOK_EVERY_MS = 1_000
const SWEEP_EVERY_MS = 5_000

type Hosting = { options: HostOptions; hostId: string; keepers: Map<string, BoxKeeper>; sweptAt: number }

/** Runs boxes on this machine: takes those that nobody runs, brings each to where it is wanted, hands it its work. */
export async function createHost(options: HostOptions): Promise<AsyncDisposable> {
  const { database, store, driver } = options
  const hostId = Id.create('host')
  await enterHost(store, hostId, driver.isolation)
  const hosting: Hosting = { options, hostId, keepers: new Map(), sweptAt: Number.NEGATIVE_INFINITY }
  const loop = createLoop({
    everyMs: LOOK_EVERY_MS,
    work: () => look(hosting),
    failed: (err) => database.log.warn({ err }, 'boxes could not be looked after'),
  })
  const listening = database.listen(BOXES_CHANNEL, loop.wake)
  loop.wake()
  return {
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]()
      await loop.stop()
      await Promise.all(hosting.keepers.values().map((keeper) => keeper.shutDown()))
      await leaveHost(store, hostId).catch(() => {})
    },
  }
}

async function look(hosting: Hosting): Promise<void> {
  const { options, hostId, keepers } = hosting
  const { store } = options
  // Those who wait for an answer first.
  if (keepers.size > 0) await handOutWork(options, hostId, (boxId) => keepers.get(boxId)?.runtime())
  if (!(await keepHost(store, hostId))) return startAnew(hosting)
  await sweep(hosting)
  for (const box of await claimBoxes(store, hostId, Math.max(0, options.boxesMax - keepers.size))) keep(hosting, box)
  if (keepers.size === 0) return
  follow(hosting, await readOwnBoxes(store, hostId))
}

function keep({ options, hostId, keepers }: Hosting, box: Box): BoxKeeper {
  const keeper = createBoxKeeper({ ...options, hostId }, box)
  keepers.set(box.id, keeper)
  return keeper
}

function follow(hosting: Hosting, own: readonly Box[]): void {
  const { keepers } = hosting
  for (const box of own) (keepers.get(box.id) ?? keep(hosting, box)).follow(box)
  const ids = new Set(own.map(({ id }) => id))
  for (const [id, keeper] of keepers) {
    if (ids.has(id)) continue
    keepers.delete(id)
    void keeper.drop()
  }
}

/** Now and then: what others left behind, what is over, and agents to have ready. */
async function sweep(hosting: Hosting): Promise<void> {
  const { options, hostId, sweptAt } = hosting
  if (performance.now() - sweptAt < SWEEP_EVERY_MS) return
  hosting.sweptAt = performance.now()
  const isAlone = options.database.kind === 'embedded'
  await recoverBoxes(options, await releaseDeadHosts(options.store, { own: hostId, isAlone }))
  await stopExpired(options.store)
  options.warm.fill()
}

/** Others took this host for dead and may run its boxes already: nothing of it may go on. */
async function startAnew({ options, hostId, keepers }: Hosting): Promise<void> {
  options.database.log.error({ hostId }, 'this host of boxes was silent for too long and starts anew')
  await Promise.all(keepers.values().map((keeper) => keeper.drop()))
  keepers.clear()
  await enterHost(options.store, hostId, options.driver.isolation)
}
