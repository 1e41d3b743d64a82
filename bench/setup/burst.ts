import { createInterface } from 'node:readline'

/** The requests of a noisy developer, sent from a process of its own. */
export type Burst = {
  url: string
  headers: Record<string, string>
  requests: { method: string; path: string; body?: unknown; count: number }[]
  /** Requests in flight. */
  concurrency: number
  /** Keeps each response open for this long, for streams. */
  holdMs?: number
}

/** A program: reads a burst from a line of standard input, sends it after the next line, and prints a count per status. */
async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const { url, headers, requests, concurrency, holdMs }: Burst = JSON.parse((await lines.next()).value ?? '')
  const queue = requests.flatMap(({ count, ...request }) => Array.from({ length: count }, () => request))
  const counts: Record<number, number> = {}
  const json = { 'content-type': 'application/json', ...headers }
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { method, path, body } = next
      const response = await fetch(url + path, {
        method,
        headers: json,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (holdMs === undefined) await response.arrayBuffer()
      else {
        await new Promise((resolve) => setTimeout(resolve, holdMs))
        await response.body?.cancel()
      }
      counts[response.status] = (counts[response.status] ?? 0) + 1
    }
  }
  await fetch(`${url}/livez`).then((response) => response.arrayBuffer())
  process.stdout.write('ready\n')
  await lines.next()
  await Promise.all(Array.from({ length: concurrency }, work))
  process.stdout.write(JSON.stringify(counts))
  process.exit()
}

await main()
