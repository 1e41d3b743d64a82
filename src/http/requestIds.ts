import * as Id from '#core/Id.ts'

const REFRESH_EVERY = 1024

/** Ids for requests: a fresh random id now and then, and a counter in between, because one is made on every call. */
export function createRequestIds(): () => string {
  let prefix = ''
  let count = REFRESH_EVERY
  return () => {
    if (count === REFRESH_EVERY) {
      prefix = Id.create('req').slice(0, -3)
      count = 0
    }
    // Joined and not added up: an answer with a text in pieces is written on the slow way.
    return [prefix, (count++).toString(32).padStart(3, '0')].join('')
  }
}
