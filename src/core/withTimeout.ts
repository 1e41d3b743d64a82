/** Settles as `work` does, or rejects with `timeoutError()` after `ms`; `work` itself continues. */
export function withTimeout<Result>(work: PromiseLike<Result>, ms: number, timeoutError: () => Error): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(timeoutError()), Math.max(0, ms))
  const settle = <Value>(outcome: (value: Value) => void) => {
    return (value: Value) => {
      clearTimeout(timer)
      outcome(value)
    }
  }
  work.then(settle(resolve), settle(reject))
  return promise
}
