import { setTimeout as delay } from 'node:timers/promises'
import { type AgentConnection, connectAgent } from '#boxes/acp/connectAgent.ts'
import type { BoxProcess, Driver, Program } from '#boxes/isolation/Driver.ts'
import { type LineBuffer, readLines } from './readLines.ts'

const LAST_WORDS_MS = 20
const ENDED_MS = 2_000

/** An agent that was started and greeted. */
export type StartedAgent = AsyncDisposable & { process: BoxProcess; agent: AgentConnection; lines: LineBuffer }

/** Starts a program in a box and greets it; what it complained of stands in the failure. */
export async function startAgent(driver: Pick<Driver, 'start'>, program: Program): Promise<StartedAgent> {
  const process = await driver.start(program)
  const lines = readLines(process.stderr)
  const ended = process.exited.then(async ({ code, signal, reason }) => {
    // Its last words may still be on their way.
    await delay(LAST_WORDS_MS)
    const words = lines.take().at(-1) ?? reason ?? ''
    throw new Error(`The agent ended with ${signal ?? code} before it was ready. ${words}`.trim())
  })
  try {
    const agent = await Promise.race([connectAgent(process).catch((error) => orEnded(error, ended)), ended])
    ended.catch(() => {})
    return { process, agent, lines, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
  } catch (error) {
    ended.catch(() => {})
    await process[Symbol.asyncDispose]()
    throw error
  }
}

/** A connection that breaks is the first sign of a process that ends, and its end tells more. */
async function orEnded(error: unknown, ended: Promise<never>): Promise<never> {
  const late = delay(ENDED_MS, undefined, { ref: false }).then(() => Promise.reject(error))
  return Promise.race([ended, late])
}
