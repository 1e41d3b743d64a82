import type { Log } from './Log.ts'
import * as PostgresError from './PostgresError.ts'

/** Whether the database can write, according to failed writes. */
export type DiskSpaceWatch = Disposable & {
  isFull(): boolean
  /** Call with the error of every failed statement. */
  failed(error: unknown): void
}

type Options = {
  /** Writes something temporary; rejects while the disk is full. */
  tryToWrite: () => Promise<unknown>
  log: Log
  everyMs?: number
}

/** Logs once when the disk is full, and once when writes succeed again. */
export function watchDiskSpace({ tryToWrite, log, everyMs = 1_000 }: Options): DiskSpaceWatch {
  let isFull = false
  let timer: NodeJS.Timeout | undefined
  async function retry(): Promise<void> {
    const problem = await tryToWrite().then(
      () => undefined,
      (error) => error,
    )
    if (problem === undefined) {
      isFull = false
      log.info('database accepts writes again')
    } else if (isFull) timer = setTimeout(retry, everyMs).unref()
  }
  return {
    isFull: () => isFull,
    failed(error) {
      if (isFull || !PostgresError.isDiskFull(error)) return
      isFull = true
      log.error({ err: error }, 'database disk is full: refusing writes')
      timer = setTimeout(retry, everyMs).unref()
    },
    [Symbol.dispose]() {
      isFull = false
      clearTimeout(timer)
    },
  }
}
