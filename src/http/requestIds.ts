import * as Id from '#core/Id.ts'

const REFRESH_EVERY = 1024

/** Request ids: a random prefix that is renewed every 1024 requests, and a counter, because every call needs one. */
export function createRequestIds(): () => string {
  let prefix = ''
  let count = REFRESH_EVERY
  return () => {
    if (count === REFRESH_EVERY) {
      prefix = Id.create('req').slice(0, -3)
      count = 0
    }
    // join() gives a flat string; `+` would leave a V8 rope, which Node writes to the socket more slowly.
    return [prefix, (count++).toString(32).padStart(3, '0')].join('')
  }
}
