export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs each piece of work after the end of the one before it. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
