import type { Context } from '#boxes/Context.ts'
import { type Box, findLabelledBox } from '#boxes/store/boxes.ts'
import { NewBoxRequest } from '#boxes/wire/requests.ts'
import type { Call } from '#core/Operation.ts'
import { createBox } from './createBox.ts'
import { callerOf } from './requireBox.ts'

const LABEL: [string, string] = ['channel', 'a2a']
const REQUEST = NewBoxRequest.parse({
  agentId: 'desk',
  name: 'Desk',
  labels: Object.fromEntries([LABEL]),
  idleTimeoutSeconds: 300,
})

/** The caller's default box for A2A, created on first use. */
export function createDefaultBox(context: Context): (call: Call) => Promise<Box> {
  const creating = new Map<string, Promise<Box>>()
  return async (call) => {
    const { developerId } = callerOf(call)
    const existing = (await findLabelledBox(context.store, developerId, LABEL)) ?? creating.get(developerId)
    if (existing) return existing
    const created = createBox(context, REQUEST, call).then(({ box }) => box)
    creating.set(developerId, created)
    try {
      return await created
    } finally {
      creating.delete(developerId)
    }
  }
}
