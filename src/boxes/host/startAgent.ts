import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type AgentConnection, connectAgent } from '#boxes/acp/connectAgent.ts'
import type { BoxProcess, Driver, Program } from '#boxes/isolation/Driver.ts'
import { type LineBuffer, readLines } from './readLines.ts'

const STDERR_DRAIN_MS = 1_000
const EXIT_MS = 2_000

export type StartedAgent = AsyncDisposable & { process: BoxProcess; agent: AgentConnection; lines: LineBuffer }

type Starting = {
  signal?: AbortSignal
  /** Restores the files of the box and opens its channel; an agent behind the bridge starts after that. */
  prepare?: (process: BoxProcess) => Promise<void>
}

/** Starts a program in a box and initializes its agent; a failure quotes its last line of standard error. */
export async function startAgent(
  driver: Pick<Driver, 'start'>,
  program: Program,
  { signal, prepare = async () => {} }: Starting = {},
): Promise<StartedAgent> {
  signal?.throwIfAborted()
  const process = await driver.start(program)
  signal?.addEventListener('abort', () => process.kill('The start was cancelled.'))
  if (signal?.aborted) process.kill('The start was cancelled.')
  const lines = readLines(process.stderr)
  const drained = once(process.stderr, 'close')
  drained.catch(() => {})
  const ended = process.exited.then(async ({ code, signal, reason }) => {
    // Its last output may still be in the pipe, which a process that it left behind may keep open.
    await Promise.race([drained, delay(STDERR_DRAIN_MS)])
    const detail = lines.take().at(-1) ?? reason ?? ''
    throw new Error(`The agent ended with ${signal ?? code} before it was ready. ${detail}`.trim())
  })
  try {
    const agent = await Promise.race([
      prepare(process)
        .then(() => connectAgent(process, program.login))
        .catch((error) => orExit(error, ended)),
      ended,
    ])
    ended.catch(() => {})
    return { process, agent, lines, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
  } catch (error) {
    ended.catch(() => {})
    await process[Symbol.asyncDispose]()
    throw error
  }
}

/** Prefers the exit of the process over the broken connection it caused. */
async function orExit(error: unknown, ended: Promise<never>): Promise<never> {
  const timeout = delay(EXIT_MS, undefined, { ref: false }).then(() => Promise.reject(error))
  return Promise.race([ended, timeout])
}
