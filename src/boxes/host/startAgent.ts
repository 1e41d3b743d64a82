import { type AgentConnection, connectAgent } from '#boxes/acp/connectAgent.ts'
import type { BoxProcess, Driver, Program } from '#boxes/isolation/Driver.ts'
import { type LineBuffer, readLines } from './readLines.ts'

/** An agent that was started and greeted. */
export type StartedAgent = AsyncDisposable & { process: BoxProcess; agent: AgentConnection; lines: LineBuffer }

/** Starts a program in a box and greets it; what it complained of stands in the failure. */
export async function startAgent(driver: Pick<Driver, 'start'>, program: Program): Promise<StartedAgent> {
  const process = await driver.start(program)
  const lines = readLines(process.stderr)
  const ended = process.exited.then(({ code, signal, reason }) => {
    const words = lines.take().at(-1) ?? reason ?? ''
    throw new Error(`The agent ended with ${signal ?? code} before it was ready. ${words}`.trim())
  })
  try {
    const agent = await Promise.race([connectAgent(process), ended])
    ended.catch(() => {})
    return { process, agent, lines, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
  } catch (error) {
    ended.catch(() => {})
    await process[Symbol.asyncDispose]()
    throw error
  }
}
