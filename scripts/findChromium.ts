import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Contains a browser for x64. */
const PACKAGE = '@sparticuz/chromium@153.0.0'

/** The path of Chromium: `CHROMIUM`, the PATH, Debian's package as root, or the npm package on x64. */
export async function findChromium(): Promise<string | undefined> {
  return process.env['CHROMIUM'] ?? onPath() ?? (await fromDebian()) ?? (await fromRegistry())
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

/** The package unpacks itself to TMPDIR, so it gets its own. */
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
