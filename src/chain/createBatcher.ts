type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** Batches the items of one turn; each caller gets its own result, or all callers get the failure. */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  schedule: (flush: () => void) => void = queueMicrotask,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    try {
      const results = await run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`${batch.length} items produced ${results.length} results.`)
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) schedule(() => void flush())
      waiting.push({ item, resolve, reject })
    })
}
