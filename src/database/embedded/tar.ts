import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A running server changes its files while they are copied, which tar reports with 1. */
const FILE_CHANGED = 1

/** Runs GNU tar. */
export async function tar(args: readonly string[]): Promise<void> {
  const child = spawn('tar', ['--numeric-owner', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  const problems: Buffer[] = []
  child.stderr.on('data', (part: Buffer) => problems.push(part))
  const [code] = await once(child, 'close')
  if (code !== 0 && code !== FILE_CHANGED) throw new Error(`tar failed: ${Buffer.concat(problems).toString().trim()}`)
}
