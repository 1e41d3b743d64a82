import type { Webhook } from '#core/Webhook.ts'
import { EVENT_TYPE_NAMES, eventTypeOf } from './eventTypes.ts'

const ID = 'evt_01kd2m5yqv3n8r7w4x6z9b0c1d'
const REORG = {
  name: 'reorg',
  summary: 'Blocks of earlier events of this rule were replaced. Discard those events.',
  data: { fromBlock: 1204, toBlock: 1205, replaced: [ID] },
}

/** Every message that an endpoint may get. */
export const WEBHOOKS: readonly Webhook[] = [
  ...EVENT_TYPE_NAMES.map((name) => ({ name, summary: eventTypeOf(name).summary, data: eventTypeOf(name).example })),
  REORG,
].map(({ name, summary, data }) => ({ name, summary, example: messageOf(name, data) }))

function messageOf(type: string, data: unknown): Webhook['example'] {
  const rule = { id: 'rule_01kd2m4h5j6k7m8n9p0q1r2s3t', name: 'a rule' }
  return { type, timestamp: '2026-11-17T12:00:00.000Z', id: ID, sequence: 7, rule, data }
}
