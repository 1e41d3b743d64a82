import { execFile, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const FOLDER = join(import.meta.dirname, '../peers/python')
const VENV = join(FOLDER, '.venv')
const INSTALL_MS = 90_000
const run = promisify(execFile)

/** The Python SDK of the protocol in a folder of its own: installed once, or the reason why not. */
export async function installPython(): Promise<{ missing?: string }> {
  const wanted = await readFile(join(FOLDER, 'requirements.txt'), 'utf8')
  const mark = join(VENV, 'installed.txt')
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return {}
  const flags = ['--quiet', '--disable-pip-version-check', '--retries', '0', '--timeout', '10']
  try {
    await run('python3', ['-m', 'venv', VENV], { timeout: INSTALL_MS })
    const args = ['install', ...flags, '-r', join(FOLDER, 'requirements.txt')]
    await run(join(VENV, 'bin/pip'), args, { timeout: INSTALL_MS })
    await writeFile(mark, wanted)
    return {}
  } catch (error) {
    const reason = (error as Error).message.trim().split('\n').at(-1)
    const missing = `the Python SDK could not be installed within ${INSTALL_MS / 1000} s: ${reason}`
    console.log(`Skipped: ${missing}`)
    return { missing }
  }
}

type Said = Record<string, unknown>

/** Runs the client; `answer` replies to those of its lines that ask for something. Returns all lines. */
export async function runPython(
  args: readonly string[],
  answer: (said: Said) => Promise<unknown> = async () => undefined,
): Promise<Said[]> {
  const child = spawn(join(VENV, 'bin/python'), [join(FOLDER, 'client.py'), ...args])
  const problems: string[] = []
  child.stderr.on('data', (bytes) => void problems.push(String(bytes)))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const lines: Said[] = []
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as Said
    lines.push(said)
    const reply = await answer(said)
    if (reply !== undefined) child.stdin.write(`${JSON.stringify(reply)}\n`)
  }
  if ((await ended) !== 0) throw new Error(`The Python client failed: ${problems.join('').slice(-2_000)}`)
  return lines
}
