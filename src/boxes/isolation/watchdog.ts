import { readdir, readFile, statfs } from 'node:fs/promises'
import { every } from '#core/every.ts'
import type { Limits } from './Limits.ts'

const MEASURE_EVERY_MS = 500
const PAGE_BYTES = 4096

type Options = { pid: number; limits: Limits; kill(reason: string): void; everyMs?: number }

/** Kills a box that exceeds its memory or processes, on machines without control groups. */
export function watch({ pid, limits, kill, everyMs = MEASURE_EVERY_MS }: Options): Disposable {
  return every(everyMs, async () => {
    const { memoryBytes, processes } = await measure(pid)
    if (memoryBytes > limits.memoryBytes) kill(`The agent used more than ${limits.memoryBytes} bytes of memory.`)
    else if (processes > limits.processes) kill(`The agent started more than ${limits.processes} processes.`)
  })
}

/** Kills a box that creates more files than its workspace may hold: a tmpfs has a size, but no limit of files here. */
export function watchFiles({ path, filesMax, kill }: FileOptions): Disposable {
  return every(MEASURE_EVERY_MS, async () => {
    const { files, ffree } = await statfs(path)
    if (files - ffree > filesMax) kill(`The agent created more than ${filesMax} files.`)
  })
}

type FileOptions = { path: string; filesMax: number; kill(reason: string): void }

type Usage = { memoryBytes: number; processes: number }

/** The usage of the process and its descendants, which any of its threads may have started; orphans of a box become children of its first process. */
async function measure(pid: number): Promise<Usage> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const [statm, ...lists] = await Promise.all([read('statm'), ...threads.map((id) => read(`task/${id}/children`))])
  const own = Number(statm?.split(' ')[1] ?? 0) * PAGE_BYTES
  const below = await Promise.all(
    lists
      .flatMap((list) => list.split(' '))
      .filter(Boolean)
      .map((child) => measure(Number(child))),
  )
  return {
    memoryBytes: below.reduce((sum, { memoryBytes }) => sum + memoryBytes, own),
    processes: below.reduce((sum, { processes }) => sum + processes, 1),
  }
}
