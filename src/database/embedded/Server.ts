import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#database/Log.ts'
import { pause } from '#database/pause.ts'
import type { ClusterFolder } from './ClusterFolder.ts'
import { endBackends } from './endBackends.ts'
import { ENVIRONMENT } from './run.ts'

type Options = { home: ClusterFolder; postgres: string; settings: Readonly<Record<string, string>>; log: Log }
type Running = { child: ChildProcess; exited: Promise<unknown> }
type State = Options & { stopping: AbortController; running: Running }

const STOP_FAST_MS = 15_000
const STOP_IMMEDIATE_MS = 5_000
const RESTART_MS = 25
const RESTART_MAX_MS = 5_000
const ALARMING = /^PANIC|terminated by signal/

/** Starts the server and restarts it if it dies, until disposed. */
export async function start(options: Options): Promise<AsyncDisposable> {
  const state: State = { ...options, stopping: new AbortController(), running: await launch(options) }
  const supervision = supervise(state)
  return {
    async [Symbol.asyncDispose]() {
      state.stopping.abort()
      await stop(state.running)
      await supervision
    },
  }
}

async function supervise(state: State): Promise<void> {
  const { signal } = state.stopping
  while (!signal.aborted) {
    await state.running.exited
    if (signal.aborted) return
    state.log.error({ pid: state.running.child.pid }, 'PostgreSQL ended unexpectedly; restarting')
    for (
      let waitMs = RESTART_MS;
      !signal.aborted && !(await relaunch(state));
      waitMs = Math.min(waitMs * 2, RESTART_MAX_MS)
    ) {
      await pause(waitMs, signal)
    }
  }
}

async function relaunch(state: State): Promise<boolean> {
  try {
    await endBackends(state.home.cluster, state.log)
    state.running = await launch(state)
    if (state.stopping.signal.aborted) await stop(state.running)
    return true
  } catch (error) {
    state.log.error({ err: error }, 'PostgreSQL failed to start')
    return false
  }
}

async function launch(options: Options): Promise<Running> {
  const child = spawnServer(options)
  const exited = new Promise<unknown>((resolve) => child.once('error', resolve).once('exit', resolve))
  if (child.pid) guard(child, options.home)
  await becomeReady(child, options)
  return { child, exited }
}

/** Detached, so that Ctrl-C does not reach the server before the service has finished its requests. */
function spawnServer({ home, postgres, settings }: Options) {
  const configuration = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(postgres, ['-D', home.cluster, ...configuration], {
    ...home.user,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function becomeReady(child: ReturnType<typeof spawnServer>, { log, settings }: Options): Promise<void> {
  const ready = settings['primary_conninfo'] ? 'ready to accept read-only connections' : 'ready to accept connections'
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let lastLine = ''
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLine = line
    log[ALARMING.test(line) ? 'error' : 'debug']({ postgres: line }, 'PostgreSQL')
    if (line.includes(ready)) resolve()
  })
  child.once('error', (error) => reject(didNotStart(error.message)))
  child.once('close', (code, signal) => reject(didNotStart(lastLine || `it ended with ${code ?? signal}`)))
  await promise
}

function didNotStart(reason: string): Error {
  return new Error(`PostgreSQL did not start: ${reason}. Fix that, or set DATABASE_URL to another server.`)
}

/** Starts a shell that stops the server when its stdin closes, which happens even if the service is killed with -9. */
function guard(child: ChildProcess, { user }: ClusterFolder): void {
  const guardian = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(child.pid)], {
    ...user,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.on('error', () => {})
  child.once('exit', () => guardian.kill('SIGKILL'))
}

async function stop({ child, exited }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await Promise.race([exited, delay(STOP_FAST_MS, undefined, { ref: false })])
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGQUIT')
  await Promise.race([exited, delay(STOP_IMMEDIATE_MS, undefined, { ref: false })])
  child.kill('SIGKILL')
  await exited
}
