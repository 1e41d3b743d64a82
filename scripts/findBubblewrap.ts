import { existsSync } from 'node:fs'
import { run } from './run.ts'

const PATHS = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

/** The path of bubblewrap, which root on Debian installs first; undefined if it is missing. */
export async function findBubblewrap(): Promise<string | undefined> {
  const find = () => PATHS.find((path) => existsSync(path))
  if (find() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return find()
  const install = () => run('apt-get', ['install', '-y', 'bubblewrap'], { isShown: false })
  if ((await install()).code !== 0) {
    await run('apt-get', ['update'], { isShown: false })
    await install()
  }
  return find()
}
