import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ENVIRONMENT } from '#database/embedded/run.ts'

const SOURCE = join(import.meta.dirname, 'slowSync.c')
const SYNC_US = '2000'

/** Servers started from here on sync in 2 ms at best, as a real disk does, until it is disposed; undefined without `cc`. */
export async function slowDisk(folder: string): Promise<Disposable | undefined> {
  const library = join(folder, 'slowSync.so')
  try {
    await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl'])
  } catch {
    process.stdout.write('The slow disk was not run: it needs a C compiler (cc).\n')
    return undefined
  }
  await chmod(library, 0o755)
  const environment: Record<string, string> = ENVIRONMENT
  Object.assign(environment, { LD_PRELOAD: library, SLOW_SYNC_US: SYNC_US })
  return {
    [Symbol.dispose]() {
      delete environment['LD_PRELOAD']
      delete environment['SLOW_SYNC_US']
    },
  }
}
