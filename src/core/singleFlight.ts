/** One run at a time: a call during a run starts one more run after it, and every caller waits for the last. */
export type SingleFlight = {
  run(): Promise<void>
  /** Resolves once nothing runs any more, whether or not the last run failed. */
  idle(): Promise<void>
}

export function singleFlight(work: () => Promise<void>): SingleFlight {
  let isRequested = false
  let running: Promise<void> | undefined
  async function drain(): Promise<void> {
    while (isRequested) {
      isRequested = false
      await work()
    }
  }
  return {
    run() {
      isRequested = true
      running ??= drain().finally(() => {
        running = undefined
      })
      return running
    },
    idle: async () => running?.catch(() => {}),
  }
}
