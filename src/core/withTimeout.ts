/** Settles as `work` does, or rejects with `timeoutError()` after `ms`; `work` itself goes on. */
export function withTimeout<Result>(work: PromiseLike<Result>, ms: number, timeoutError: () => Error): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(timeoutError()), Math.max(0, ms))
  work.then(resolve, reject).then(() => clearTimeout(timer))
  return promise
}
