import type * as JsonRpc from './JsonRpc.ts'
import type { Send } from './runOnProviders.ts'

type Waiting = {
  requests: readonly JsonRpc.Request[]
  resolve: (answers: JsonRpc.Answer[]) => void
  reject: (error: unknown) => void
}

/** The same provider, but all that is asked of it in one turn travels in one round trip. */
export function together(send: Send): Send {
  let waiting: Waiting[] = []
  async function flush(): Promise<void> {
    const group = waiting
    waiting = []
    try {
      const answers = await send(group.flatMap(({ requests }) => requests))
      let start = 0
      for (const { requests, resolve } of group) {
        resolve(answers.slice(start, start + requests.length))
        start += requests.length
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  return (requests) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(() => void flush())
      waiting.push({ requests, resolve, reject })
    })
}
