/** One run at a time. Calls during a run share the next one, so that the result of each was read after the call. */
export function sharedRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  let next: Promise<Value> | undefined
  function start(): Promise<Value> {
    next = undefined
    const run = read()
    const done = () => {
      if (running === run) running = undefined
    }
    running = run
    run.then(done, done)
    return run
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}
