import { isObject, type Params } from './Message.ts'
import type { MethodContext } from './Method.ts'

/** Notes that come sooner after the last report are left out. */
const INTERVAL_MS = 200

/** Reports the progress of a request whose client asked for it; undefined for others. */
export function reporterOf({ _meta }: Params, { notify }: MethodContext): ((note: string) => void) | undefined {
  const token = isObject(_meta) ? _meta['progressToken'] : undefined
  if (!notify || (typeof token !== 'string' && typeof token !== 'number')) return undefined
  let progress = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  return (message) => {
    if (performance.now() - reportedAt < INTERVAL_MS) return
    reportedAt = performance.now()
    progress++
    notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } })
  }
}
