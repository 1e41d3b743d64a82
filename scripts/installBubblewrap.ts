import { existsSync } from 'node:fs'
import { run } from './run.ts'

const PATHS = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']
const INSTALL = 'apt-get install -y bubblewrap'

/** Brings bubblewrap where this is root on Debian; elsewhere it says what is missing, and the tests of boxes fail. */
export async function installBubblewrap(): Promise<void> {
  const isThere = () => PATHS.some((path) => existsSync(path))
  if (isThere()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = () => run('apt-get', ['install', '-y', 'bubblewrap'], { isShown: false })
    if ((await install()).code !== 0) {
      await run('apt-get', ['update'], { isShown: false })
      await install()
    }
  }
  if (!isThere()) process.stdout.write(`bubblewrap is missing, and boxes cannot be tested without it: ${INSTALL}\n`)
}
