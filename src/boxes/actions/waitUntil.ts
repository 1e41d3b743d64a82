import type { Context } from '#boxes/Context.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'

const POLL_MS = 500

/** Polls `read` until it returns something, also after every change to a box; returns nothing after `ms` or an abort. */
export async function waitUntil<Value>(
  { database }: Pick<Context, 'database'>,
  read: () => Promise<Value | undefined>,
  { ms, signal }: { ms: number; signal?: AbortSignal },
): Promise<Value | undefined> {
  const deadline = performance.now() + ms
  let wake = () => {}
  using _listening = database.listen(BOXES_CHANNEL, () => wake())
  for (;;) {
    const woken = Promise.withResolvers<void>()
    wake = woken.resolve
    const value = await read()
    const left = deadline - performance.now()
    if (value !== undefined || left <= 0 || signal?.aborted) return value
    const timer = setTimeout(wake, Math.min(left, POLL_MS))
    await woken.promise
    clearTimeout(timer)
  }
}
