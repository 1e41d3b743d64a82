import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

export type Terminal = Disposable & {
  child: ChildProcess
  /** Everything on the screen so far, as the bytes came. */
  screen(): string
  /** Presses a key, as the keyboard's line discipline sees it. */
  press(key: 'Ctrl-C'): void
  closed: Promise<void>
}

/** Part of util-linux, in Debian's essential package bsdutils. */
const SCRIPT = '/usr/bin/script'

/** Runs a command line in a pseudo-terminal of its own, the way a person at a keyboard does. */
export function startInTerminal(command: string, env: Record<string, string>): Terminal {
  if (!existsSync(SCRIPT)) throw new Error(`${SCRIPT} is missing: install util-linux (on Debian: bsdutils).`)
  const { PATH = '', HOME = '/' } = process.env
  const child = spawn(SCRIPT, ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    env: { PATH, HOME, TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString()
  })
  return {
    child,
    screen: () => text,
    press: () => void child.stdin?.write('\u0003'),
    closed: new Promise((resolve) => child.once('close', () => resolve())),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}
