import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

export type Replica = AsyncDisposable & {
  name: string
  url: string
  pid: number
  /** Sends the signal, and waits for the end. Default: SIGTERM */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Sends a message to the preloaded module, and returns its answer. */
  ask(message: object): Promise<unknown>
}

type Options = {
  name: string
  dataDir: string
  env: Record<string, string>
  /** Arguments of Node, such as a module to preload. */
  nodeArguments?: readonly string[] | undefined
}

/** Starts the service in a process of its own, with its output in `<name>.log`, and waits until it serves. */
export async function createReplica({ name, dataDir, env, nodeArguments = [] }: Options): Promise<Replica> {
  const child = spawn(process.execPath, [...nodeArguments, 'src/main.ts'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: join(dataDir, name), ...env },
    stdio: ['ignore', 'pipe', 'pipe', nodeArguments.length > 0 ? 'ipc' : 'ignore'],
    // Its own group, so that Ctrl-C reaches the cluster alone, which stops its parts in order.
    detached: true,
  })
  const output = createWriteStream(join(dataDir, `${name}.log`), { flags: 'a' })
  child.stdout?.pipe(output, { end: false })
  const exited = once(child, 'exit')
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    output.end()
  }
  const url = await servedUrl(child, name)
  child.stderr?.pipe(output, { end: false })
  const ask = async (message: object) => {
    child.send(message)
    const [answer] = await once(child, 'message')
    return answer
  }
  return { name, url, pid: child.pid ?? 0, stop, ask, [Symbol.asyncDispose]: () => stop() }
}

/** Reads the banner, which names the address. */
async function servedUrl(child: ChildProcess, name: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const read = (part: Buffer) => {
    text += part.toString()
    const [, url] = /site +(http:\S+)[\s\S]*Press Ctrl-C/.exec(text) ?? []
    if (url) resolve(url)
  }
  child.stderr?.on('data', read)
  child.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${text}`)))
  return promise.finally(() => child.stderr?.off('data', read))
}
