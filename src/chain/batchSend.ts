import { createBatcher } from './createBatcher.ts'
import type * as JsonRpc from './JsonRpc.ts'
import type { Send } from './runOnProviders.ts'

/** Combines all requests of one turn into one round trip. */
export function batchSend(send: Send): Send {
  return createBatcher<readonly JsonRpc.Request[], JsonRpc.Answer[]>(async (groups) => {
    const answers = await send(groups.flat())
    let end = 0
    return groups.map(({ length }) => {
      end += length
      return answers.slice(end - length, end)
    })
  })
}
