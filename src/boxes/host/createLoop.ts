import { setTimeout as delay } from 'node:timers/promises'

type Options = { everyMs: number; work(): Promise<void>; failed(error: unknown): void }

export type Loop = { wake(): void; stop(): Promise<void> }

/** Works when woken and at least every so often, never twice at once. */
export function createLoop({ everyMs, work, failed }: Options): Loop {
  let isStopped = false
  let isWanted = false
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      await work().catch(failed)
      // Wakes come in bursts; what came meanwhile is looked at together.
      await delay(1)
    }
    running = undefined
  }
  function wake(): void {
    isWanted = true
    if (!isStopped) running ??= run()
  }
  const timer = setInterval(wake, everyMs).unref()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
