import { isObject } from '#core/isObject.ts'
import type { Params } from './Message.ts'
import type { MethodContext } from './Method.ts'

/** The minimum time between two reports; of the notes in between, only the last one is reported. */
const INTERVAL_MS = 200

/** Reports the progress of a request whose client asked for it; undefined for others. */
export function reporterOf({ _meta }: Params, { notify }: MethodContext): ((note: string) => void) | undefined {
  const token = isObject(_meta) ? _meta['progressToken'] : undefined
  if (!notify || (typeof token !== 'string' && typeof token !== 'number')) return undefined
  let progress = 0
  let latest: string | undefined
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    timer = undefined
    if (latest === undefined) return
    progress++
    notify({ method: 'notifications/progress', params: { progressToken: token, progress, message: latest } })
    latest = undefined
    timer = setTimeout(report, INTERVAL_MS).unref()
  }
  return (note) => {
    latest = note
    if (!timer) report()
  }
}
