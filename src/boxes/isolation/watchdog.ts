import { readFile } from 'node:fs/promises'
import type { Limits } from './Limits.ts'

const LOOK_EVERY_MS = 500
const PAGE_BYTES = 4096

type Watched = { pid: number; limits: Limits; kill(reason: string): void; everyMs?: number }

/** Ends a box that takes more memory or processes than it may, where the kernel does not do so itself. */
export function watch({ pid, limits, kill, everyMs = LOOK_EVERY_MS }: Watched): Disposable {
  const timer = setInterval(() => {
    void measure(pid).then(({ memoryBytes, processes }) => {
      if (memoryBytes > limits.memoryBytes) kill(`It took more than ${limits.memoryBytes} bytes of memory.`)
      else if (processes > limits.processes) kill(`It started more than ${limits.processes} processes.`)
    })
  }, everyMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

type Usage = { memoryBytes: number; processes: number }

/** What the process and all its descendants use; orphans of a box become children of its first process. */
async function measure(pid: number): Promise<Usage> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [statm, children] = await Promise.all([read('statm'), read(`task/${pid}/children`)])
  const own = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => measure(Number(child))),
  )
  return {
    memoryBytes: below.reduce((sum, { memoryBytes }) => sum + memoryBytes, own),
    processes: below.reduce((sum, { processes }) => sum + processes, 1),
  }
}
