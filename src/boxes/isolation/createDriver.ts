import type { BoxProcess, Driver, Isolation, Program } from './Driver.ts'

/** A driver that owns every process it starts: disposing it ends those that no one else has ended. */
export function createDriver(isolation: Isolation, start: (program: Program) => Promise<BoxProcess>): Driver {
  const running = new Set<BoxProcess>()
  let isClosed = false
  return {
    isolation,
    async start(program) {
      const process = await start(program)
      running.add(process)
      if (isClosed) await end(process)
      return { ...process, [Symbol.asyncDispose]: () => end(process) }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await Promise.all([...running].map(end))
    },
  }
  async function end(process: BoxProcess): Promise<void> {
    running.delete(process)
    await process[Symbol.asyncDispose]()
  }
}
