import { AsyncLocalStorage } from 'node:async_hooks'

const callers = new AsyncLocalStorage<string>()

/** Runs the work of a request on behalf of its caller, including its asynchronous work. */
export function runFor<Result>(caller: string, work: () => Result): Result {
  return callers.run(caller, work)
}

/** The caller on whose behalf this code runs; empty for work of the service itself. */
export function currentCaller(): string {
  return callers.getStore() ?? ''
}
