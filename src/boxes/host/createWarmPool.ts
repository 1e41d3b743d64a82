import type { StartedAgent } from './startAgent.ts'

type Options = {
  agentId: string
  /** How many agents to keep ready. */
  size: number
  start(signal: AbortSignal): Promise<StartedAgent>
  failed(error: unknown): void
}

export type WarmPool = AsyncDisposable & {
  agentId: string
  /** A ready agent, if there is one; starts another in its place. */
  take(): StartedAgent | undefined
  fill(): void
}

const RETRY_MS = 30_000

/** Agents started ahead of time, so that a new box is ready at once. */
export function createWarmPool({ agentId, size, start, failed }: Options): WarmPool {
  const ready: StartedAgent[] = []
  const starting = new Set<Promise<void>>()
  const closing = new AbortController()
  let notBefore = 0

  async function add(): Promise<void> {
    try {
      const agent = await start(closing.signal)
      if (closing.signal.aborted) return await agent[Symbol.asyncDispose]()
      ready.push(agent)
      void agent.process.exited.then(() => forget(agent))
    } catch (error) {
      notBefore = performance.now() + RETRY_MS
      if (!closing.signal.aborted) failed(error)
    }
  }
  function forget(agent: StartedAgent): void {
    const index = ready.indexOf(agent)
    if (index === -1) return
    ready.splice(index, 1)
    void agent[Symbol.asyncDispose]()
  }
  function fill(): void {
    if (closing.signal.aborted || performance.now() < notBefore) return
    while (ready.length + starting.size < size) {
      const one = add().finally(() => starting.delete(one))
      starting.add(one)
    }
  }
  return {
    agentId,
    take() {
      const agent = ready.shift()
      // Later, so that the box that took it is ready first.
      setTimeout(fill, 50).unref()
      return agent
    },
    fill,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all(starting)
      await Promise.all(ready.splice(0).map((agent) => agent[Symbol.asyncDispose]()))
    },
  }
}
