import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** The user a program runs as; undefined means the service's own user. */
export type ProcessUser = { uid: number; gid: number } | undefined

/** Hides the service's environment from PostgreSQL: its secrets and stray `PG…` variables. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs a program as the given user; throws the last line of its stderr on failure. */
export async function run(file: string, args: readonly string[], user: ProcessUser): Promise<void> {
  const child = spawn(file, args, { ...user, cwd: '/', env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  const [stderr, code] = await Promise.all([text(child.stderr), exit])
  if (code !== 0) throw new Error(lastLine(stderr) || `exit code ${code}`)
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
