import { readFile } from 'node:fs/promises'
import type { Limits } from './Limits.ts'

const MEASURE_EVERY_MS = 500
const PAGE_BYTES = 4096

type Options = { pid: number; limits: Limits; kill(reason: string): void; everyMs?: number }

/** Kills a box that exceeds its memory or processes, on machines without control groups. */
export function watch({ pid, limits, kill, everyMs = MEASURE_EVERY_MS }: Options): Disposable {
  const timer = setInterval(() => {
    void measure(pid).then(({ memoryBytes, processes }) => {
      if (memoryBytes > limits.memoryBytes) kill(`The agent used more than ${limits.memoryBytes} bytes of memory.`)
      else if (processes > limits.processes) kill(`The agent started more than ${limits.processes} processes.`)
    })
  }, everyMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

type Usage = { memoryBytes: number; processes: number }

/** The usage of the process and its descendants; orphans of a box become children of its first process. */
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
