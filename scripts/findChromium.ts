import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Ships a browser for x64 as an npm package. */
const PACKAGE = '@sparticuz/chromium@153.0.0'
const HOW = 'Install Chromium (Debian: apt-get install chromium-headless-shell) or set CHROMIUM to one.'

/** A Chromium for the tests: `CHROMIUM`, the PATH, Debian's package where it may be installed, on x64 the registry's. */
export async function findChromium(): Promise<string> {
  const found = process.env['CHROMIUM'] ?? onPath() ?? (await fromDebian()) ?? (await fromRegistry())
  if (found === undefined) throw new Error(`The web pages are tested in a real browser, and there is none. ${HOW}`)
  return found
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function fromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, isShown: false })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
    env,
    isShown: false,
  })
  return onPath()
}

/** The package unpacks itself to the temporary folder, so it gets one of its own. */
async function fromRegistry(): Promise<string | undefined> {
  if (process.arch !== 'x64') return undefined
  const folder = join(import.meta.dirname, '../node_modules/.cache/chromium')
  await mkdir(folder, { recursive: true })
  await run('npm', ['install', '--prefix', folder, '--no-save', PACKAGE], { isShown: false })
  const script = `process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'; const { default: chromium } = await import('@sparticuz/chromium'); console.log(await chromium.executablePath())`
  const outcome = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { TMPDIR: folder },
    cwd: folder,
    isShown: false,
  })
  const path = outcome.output.trim().split('\n').at(-1) ?? ''
  return outcome.code === 0 && existsSync(path) ? path : undefined
}
