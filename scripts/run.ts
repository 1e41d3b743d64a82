import { spawn } from 'node:child_process'

export type Outcome = { code: number; output: string; seconds: number }
type Options = { env?: Record<string, string>; isShown?: boolean; cwd?: string }

/** Runs a command and returns its output. Default: the output is also shown as it arrives. */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<Outcome> {
  const { env = {}, isShown = true, cwd } = options
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const start = performance.now()
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      parts.push(part)
      if (isShown) process.stdout.write(part)
    })
  child.on('error', (error) => parts.push(Buffer.from(error.message)))
  child.on('close', (code) => {
    const seconds = (performance.now() - start) / 1000
    resolve({ code: code ?? 1, output: Buffer.concat(parts).toString(), seconds })
  })
  return promise
}
