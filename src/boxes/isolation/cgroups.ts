import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Limits } from './Limits.ts'

/** A control group: the kernel limits its processes together. */
export type Cgroup = AsyncDisposable & {
  /** Folders with the `cgroup.procs` that a process joins. */
  folders: string[]
  /** Its path beneath the root of every controller. */
  path: string
}

export type Cgroups = {
  version: 1 | 2
  create(name: string, limits: Limits): Promise<Cgroup>
}

const PERIOD_US = 100_000
const CONTROLLERS = ['memory', 'pids', 'cpu'] as const
type Controller = (typeof CONTROLLERS)[number]

/** A name with the process id of the service, by which a group that it left behind is found. */
export function boxGroupName(): string {
  return `box-${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
}

/** The control groups this process may create, or undefined. */
export async function findCgroups(root = '/sys/fs/cgroup'): Promise<Cgroups | undefined> {
  const lines = await readFile('/proc/self/cgroup', 'utf8').catch(() => '')
  return (await openVersion2(root, lines)) ?? (await openVersion1(root, lines))
}

type Setting = [file: string, value: string | number]

async function openVersion1(root: string, lines: string): Promise<Cgroups | undefined> {
  const places = CONTROLLERS.map((controller) => {
    const path = new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(.*)$`, 'm').exec(lines)?.[1]
    return path === undefined ? undefined : { controller, path, folder: join(root, controller, path, 'slipway') }
  })
  const known = places.filter((place) => place !== undefined)
  if (known.length < CONTROLLERS.length) return undefined
  const controllers = await readdir(root)
  const open = async (name: string, limits: Limits): Promise<Cgroup> => {
    const folders = known.map(({ folder }) => join(folder, name))
    for (const [index, { controller }] of known.entries())
      await prepare(folders[index] ?? '', version1Settings(controller, limits))
    // An engine may have added the box to groups of other controllers.
    const path = join('/', known[0]?.path ?? '', 'slipway', name)
    return closing({ folders, path, created: controllers.map((controller) => join(root, controller, path)) })
  }
  if (!(await isUsable(open))) return undefined
  await Promise.all(
    controllers.map((controller) => removeStale(join(root, controller, known[0]?.path ?? '', 'slipway'))),
  )
  return { version: 1, create: open }
}

function version1Settings(controller: Controller, limits: Limits): Setting[] {
  if (controller === 'memory') return [['memory.limit_in_bytes', limits.memoryBytes]]
  if (controller === 'pids') return [['pids.max', limits.processes]]
  return [
    ['cpu.cfs_period_us', PERIOD_US],
    ['cpu.cfs_quota_us', Math.round(limits.cpus * PERIOD_US)],
  ]
}

async function openVersion2(root: string, lines: string): Promise<Cgroups | undefined> {
  const path = /^0::(.*)$/m.exec(lines)?.[1]
  if (path === undefined) return undefined
  const own = join(root, path)
  const available = (await readFile(join(own, 'cgroup.controllers'), 'utf8').catch(() => '')).split(/\s+/)
  if (!CONTROLLERS.every((controller) => available.includes(controller))) return undefined
  const parent = await delegate(own)
  if (parent === undefined) return undefined
  const open = async (name: string, limits: Limits): Promise<Cgroup> => {
    const folder = join(parent, name)
    await prepare(folder, [
      ['memory.max', limits.memoryBytes],
      ['memory.swap.max', 0],
      ['memory.oom.group', 1],
      ['pids.max', limits.processes],
      ['cpu.max', `${Math.round(limits.cpus * PERIOD_US)} ${PERIOD_US}`],
    ])
    return closing({ folders: [folder], path: join('/', path, 'slipway', name), created: [folder] })
  }
  if (!(await isUsable(open))) return undefined
  await removeStale(parent)
  return { version: 2, create: open }
}

/** A group that delegates controllers may hold no process, so the service moves into a child group first. */
async function delegate(own: string): Promise<string | undefined> {
  const parent = join(own, 'slipway')
  try {
    await mkdir(parent, { recursive: true })
    const enable = () => writeFile(join(own, 'cgroup.subtree_control'), '+memory +pids +cpu')
    await enable().catch(async () => {
      await mkdir(join(own, 'slipway-service'), { recursive: true })
      await writeFile(join(own, 'slipway-service', 'cgroup.procs'), String(process.pid))
      await enable()
    })
    await writeFile(join(parent, 'cgroup.subtree_control'), '+memory +pids +cpu')
    return parent
  } catch {
    return undefined
  }
}

const TRIAL: Limits = { memoryBytes: 2 ** 26, cpus: 1, processes: 16, workspaceBytes: 0, files: 0 }

async function isUsable(open: Cgroups['create']): Promise<boolean> {
  try {
    await using _ = await open(`trial-${process.pid}-${Date.now()}`, TRIAL)
    return true
  } catch {
    return false
  }
}

/** Not every kernel has a swap limit; every other limit is required. */
async function prepare(folder: string, settings: readonly Setting[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [file, value] of settings) {
    const written = writeFile(join(folder, file), String(value))
    await (file === 'memory.swap.max' ? written.catch(() => {}) : written)
  }
}

/** Removes the empty groups of a service that was killed. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = /^(?:box|trial)-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) await rmdir(join(parent, name)).catch(() => {})
  }
}

/** The kernel needs a moment after the last process before a group can be removed. */
function closing({ created, ...group }: { folders: string[]; path: string; created: string[] }): Cgroup {
  return {
    ...group,
    async [Symbol.asyncDispose]() {
      await Promise.all(created.map(remove))
    },
  }
}

async function remove(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const error = await rmdir(folder).then(
      () => undefined,
      (failure: NodeJS.ErrnoException) => failure,
    )
    if (error === undefined || error.code === 'ENOENT') return
    await delay(20)
  }
}
