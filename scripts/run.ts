import { spawn } from 'node:child_process'

export type Outcome = { code: number; output: string; seconds: number }

/** Runs a command, showing its output as it comes and keeping it. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const start = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      parts.push(part)
      process.stdout.write(part)
    })
  child.on('error', (error) => parts.push(Buffer.from(error.message)))
  child.on('close', (code) => {
    const seconds = (performance.now() - start) / 1000
    resolve({ code: code ?? 1, output: Buffer.concat(parts).toString(), seconds })
  })
  return promise
}
