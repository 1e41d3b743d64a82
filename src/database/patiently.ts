const PATIENCE_MS = 15_000

/** Retries timeouts: on a busy machine the first statements on a new server can be slow. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error && /timeout/.test(error.message)) || performance.now() > end) throw error
    }
  }
}
