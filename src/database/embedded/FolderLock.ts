import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Locks the folder until disposed or until the process ends. SQLite's lock on an empty file is a kernel lock: it never goes
 * stale and works across containers.
 */
export function take(folder: string): Disposable {
  const file = new DatabaseSync(join(folder, 'lock'))
  const holder = join(folder, 'service.pid')
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw isBusy(error) ? inUse(folder, holder) : error
  }
  writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  return {
    [Symbol.dispose]() {
      rmSync(holder, { force: true })
      file.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function inUse(folder: string, holder: string): Error {
  return new Error(
    `Another service (pid ${readPid(holder)}) is using the database in ${folder}. ` +
      'Stop it first, set DATA_DIR to another folder, or share one PostgreSQL through DATABASE_URL.',
  )
}

function readPid(holder: string): string {
  try {
    return readFileSync(holder, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
