import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

const ROUNDS = 5
const SECONDS = 3

export type Load = { path: string; method?: 'GET' | 'POST'; body?: string; headers?: Record<string, string> }

/**
 * Requests per second of several servers under the same load: alternating rounds, the median of each. Warm-up requests
 * are not counted, because a service with much code takes seconds to be compiled.
 */
export async function sideBySide(urls: readonly string[], loads: readonly Load[], warmSeconds = 1): Promise<number[]> {
  const rates: number[][] = urls.map(() => [])
  for (let round = 0; round <= ROUNDS; round++)
    for (const [i, url] of urls.entries()) {
      const { average } = await press(url, loads[i] as Load, round === 0 ? warmSeconds : SECONDS)
      if (round > 0) rates[i]?.push(average)
    }
  return rates.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number)
}

async function press(url: string, { path, ...load }: Load, duration: number): Promise<{ average: number }> {
  const result = await autocannon({ url: url + path, ...load, duration, connections: 32 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}${path}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests
}

/** Runs a program of ours as a server of its own; it sends its URL as first message. */
export async function startServer(
  file: string,
  args: readonly string[],
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // A bench that throws must not leave its servers running.
  process.once('exit', () => child.kill())
  const [url] = (await once(child, 'message')) as [string]
  return { url, child }
}
