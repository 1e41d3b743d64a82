import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBacklogs } from '#rules/actions/createBacklogs.ts'
import * as Matcher from '#rules/actions/Matcher.ts'
import type { Firing } from '#rules/store/Events.ts'
import type { Store } from '#rules/store/tables.ts'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { type Receiver, startReceiver } from '../setup/rules/receiver.ts'
import { type RulesService, startRulesService } from '../setup/rules/rulesService.ts'

/** Only an endpoint that is reopened needs one. */
const UNUSED = undefined as never
const HOUR_MS = 3_600_000
const BACKLOG_MAX = 5
/** The service's clock is ahead of the machine's by this. */
let aheadMs = 0
let status = 200
let receiver: Receiver
let service: RulesService
let bob: Address
let token: Address
beforeAll(async () => {
  receiver = await startReceiver({ answer: () => ({ status }) })
  const now = () => Date.now() + aheadMs
  service = await startRulesService({ allowedHosts: [receiver.host], backlogMax: BACKLOG_MAX, now })
  const [ann] = service.chain.accounts as [Address, Address]
  bob = service.chain.accounts[1] as Address
  await service.chain.mine([Launch.create(ann, { name: 'Watched', symbol: 'WATCH', value: parseEther('0.01') })])
  token = (await service.chain.curves())[0]!.token
  await untilIndexed(service.database, service.chain)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
})

type Endpoint = { id: string; status: string; disabledReason: string | null; fullAt: string | null }
type Alert = { sequence: number; type: string; event: { data: Record<string, unknown> } }

async function watch(developer: string) {
  const { body: hook } = await service.call('POST', '/api/webhooks', { url: receiver.url }, developer)
  const endpointId: string = hook.endpoint.id
  const rule = { name: 'trades', type: 'launch.trade', filter: { token }, action: { kind: 'webhook', endpointId } }
  const { body } = await service.call('POST', '/api/rules', rule, developer)
  const alerts = async (): Promise<Alert[]> =>
    (await service.call('GET', '/api/alerts', undefined, developer)).body.alerts.toReversed()
  const endpoint = async (): Promise<Endpoint> =>
    (await service.call('GET', '/api/webhooks', undefined, developer)).body.endpoints[0]
  return { endpointId, ruleId: body.id as string, alerts, endpoint }
}
const buy = (wei: number) => Launch.buy(bob, token, BigInt(1_000_000 + wei))
const sentTo = (ruleId: string) => receiver.received.filter(({ body }) => body.rule.id === ruleId)
const weiOf = ({ data }: { data: Record<string, unknown> }) => Number(data['ethAmount']) - 1_000_000

test('a backlog is bounded: a report says what was not queued, and a replay sends it', async () => {
  status = 500
  const { endpointId, ruleId, alerts, endpoint } = await watch('dev_full')
  await service.chain.mine(Array.from({ length: 8 }, (_, wei) => buy(wei)))
  await eventually(async () => (await alerts()).length >= 9, { what: 'all events' })
  const events = await alerts()
  expect(events.map(({ type }) => type)).toEqual([
    ...Array.from({ length: BACKLOG_MAX }, () => 'launch.trade'),
    'webhook.full',
    ...Array.from({ length: 3 }, () => 'launch.trade'),
  ])
  const full = events[BACKLOG_MAX]!
  expect(full.event.data).toEqual({ endpointId, url: receiver.url, waiting: BACKLOG_MAX })
  expect(await endpoint()).toMatchObject({ status: 'active', fullAt: expect.any(String) })
  // A second block is not queued either, without a second report.
  await service.chain.mine([buy(8)])
  await eventually(async () => (await alerts()).length === 10, { what: 'the event of the second block' })
  const waiting = await service.call('GET', `/api/webhooks/${endpointId}/deliveries`, undefined, 'dev_full')
  expect(waiting.body.deliveries).toHaveLength(BACKLOG_MAX)
  for (const [path, body] of [
    [`/api/rules/${ruleId}/replay`, { after: 0 }],
    [`/api/rules/${ruleId}/test`, undefined],
    [`/api/webhooks/${endpointId}/redeliver`, { from: 0, to: 99 }],
  ] as const) {
    const refused = await service.call('POST', path, body, 'dev_full')
    expect([refused.status, refused.body.code]).toEqual([400, 'failed_precondition'])
  }

  status = 200
  aheadMs += HOUR_MS
  await eventually(async () => (await endpoint()).fullAt === null, { what: 'the reopened endpoint' })
  await eventually(() => sentTo(ruleId).length === BACKLOG_MAX, { what: 'the backlog' })
  expect((await alerts()).at(-1)).toMatchObject({ type: 'webhook.reopened', event: { data: { endpointId } } })
  await service.call('POST', `/api/rules/${ruleId}/replay`, { after: full.sequence }, 'dev_full')
  await eventually(() => sentTo(ruleId).length >= 9, { what: 'the replayed events' })
  expect(sentTo(ruleId).map(({ body }) => weiOf(body))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('an endpoint whose backlog is being filled is not reopened', async () => {
  const { ruleId } = await watch('dev_filling')
  const store: Store = service.database.tables()
  const matcher = Matcher.create()
  await Matcher.refresh(matcher, store)
  const rule = matcher.index.rules.get(ruleId)!
  const firing: Firing = { rule, type: 'launch.trade', at: 0, block: null, hops: 0, data: {}, isSent: true }
  const backlogs = createBacklogs({ store, backlogMax: 1, matcher, term: UNUSED, now: Date.now })
  const filling = store.transaction().execute(async (tx: Store) => {
    const admitted = await backlogs.admit(tx, [firing, firing])
    expect(admitted.map(({ type }) => type)).toEqual(['launch.trade', 'webhook.full', 'launch.trade'])
    expect(await backlogs.reopen()).toBe(false)
    throw new Error('rolled back')
  })
  await expect(filling).rejects.toThrow('rolled back')
})

test('an endpoint that fails for a day is disabled, and a report says so', async () => {
  status = 503
  const { endpointId, ruleId, alerts, endpoint } = await watch('dev_dead')
  // Those that are stored, because the clock must not move before the next attempt has its time.
  const attempts = async (): Promise<number> => {
    const { body } = await service.call('GET', `/api/webhooks/${endpointId}/deliveries`, undefined, 'dev_dead')
    return body.deliveries[0]?.attempts ?? 0
  }
  await service.chain.mine([buy(20)])
  await eventually(async () => (await attempts()) >= 1, { what: 'the first attempt' })
  for (let hour = 0; hour < 22; hour += 2) {
    const before = await attempts()
    aheadMs += 2 * HOUR_MS
    await eventually(async () => (await attempts()) > before, { what: `an attempt after ${hour + 2} hours` })
  }
  expect((await endpoint()).status).toBe('active')
  aheadMs += 2 * HOUR_MS + 60_000
  await eventually(async () => (await endpoint()).status === 'disabled', { what: 'the disabled endpoint' })
  expect((await endpoint()).disabledReason).toBe('It failed for a day: status 503.')
  expect((await alerts()).map(({ type }) => type)).toEqual(['launch.trade', 'webhook.disabled'])
  const { rows } = await sql<{ detail: string }>`
    select detail from audit_log where event = 'webhook.disabled' and target = ${endpointId}`.execute(
    service.database.kysely,
  )
  expect(rows).toEqual([{ detail: 'It failed for a day: status 503.' }])
  // Nothing is queued while it is disabled; afterwards a replay sends everything once.
  await service.chain.mine([buy(21)])
  await eventually(async () => (await alerts()).length === 3, { what: 'the event in the feed' })
  status = 200
  await service.call('POST', `/api/webhooks/${endpointId}/enable`, undefined, 'dev_dead')
  await service.call('POST', `/api/rules/${ruleId}/replay`, { after: 0 }, 'dev_dead')
  await eventually(() => sentTo(ruleId).length >= 2, { what: 'the replayed events' })
  expect(sentTo(ruleId).map(({ body }) => weiOf(body))).toEqual([20, 21])
})
