import type { Log } from './Log.ts'
import * as PostgresError from './PostgresError.ts'

/** Whether the database has room to write, learnt from the writes that fail. */
export type DiskSpaceWatch = Disposable & {
  isFull(): boolean
  /** To be told of every failed statement. */
  failed(error: unknown): void
}

type Options = {
  /** Writes something that needs room and leaves nothing behind; rejects while there is none. */
  tryToWrite: () => Promise<unknown>
  log: Log
  everyMs?: number
}

/** The first write without room is told once, and so is the moment from which there is room again. */
export function watchDiskSpace({ tryToWrite, log, everyMs = 1_000 }: Options): DiskSpaceWatch {
  let isFull = false
  let timer: NodeJS.Timeout | undefined
  async function lookAgain(): Promise<void> {
    const problem = await tryToWrite().then(
      () => undefined,
      (error) => error,
    )
    if (problem === undefined) {
      isFull = false
      log.info('the database has room to write again')
    } else if (isFull) timer = setTimeout(lookAgain, everyMs).unref()
  }
  return {
    isFull: () => isFull,
    failed(error) {
      if (isFull || !PostgresError.isDiskFull(error)) return
      isFull = true
      log.error({ err: error }, 'the database has no room left to write: writes are refused until it has')
      timer = setTimeout(lookAgain, everyMs).unref()
    },
    [Symbol.dispose]() {
      isFull = false
      clearTimeout(timer)
    },
  }
}
