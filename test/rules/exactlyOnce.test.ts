import { join } from 'node:path'
import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seeded } from '../setup/chain/rpcLies.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { type IndexerProcess, startProgram } from '../setup/launchpad/indexerProcess.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { type Received, type Receiver, startReceiver } from '../setup/rules/receiver.ts'
import { type RulesService, startRulesService } from '../setup/rules/rulesService.ts'

const SEED = 34
const COUNTS = inject('deep')
  ? { trades: 10_000, reorgs: 20, kills: 3, tokens: 25 }
  : { trades: 120, reorgs: 3, kills: 1, tokens: 6 }
const PER_BLOCK = 10

const random = seeded(SEED)
let receiver: Receiver
let service: RulesService
beforeAll(async () => {
  // Three calls in ten fail.
  receiver = await startReceiver({ answer: () => ({ status: random() < 0.3 ? 503 : 200 }) })
  service = await startRulesService({ allowedHosts: [receiver.host], isRunning: false })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
})

const program = join(import.meta.dirname, '../setup/rules/rulesProcess.ts')
const startReplica = (): IndexerProcess => startProgram(program, [service.database.url, service.rpcUrl, receiver.host])
const leads = ({ output }: IndexerProcess) => /"leader":"rules"[^\n]*became leader/.test(output())
const keyOf = ({ data }: Received['body']) => `${data['transactionHash']} ${data['logIndex']}`

const REPORT_MS = 10_000
let reportedAt = Date.now()
/** A deep run takes minutes, so it prints its progress. */
function report(progress: string): void {
  reportedAt = Date.now()
  process.stderr.write(`exactly once: ${progress}, ${receiver.received.length} received\n`)
}

/** The trades of the final chain, from the index, by token. */
async function finalTrades(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ token: string; tx: string; position: number }>`
    select t.address as token, r.tx, r.position from launch_trades r join launch_tokens t on t.id = r.token_id
    order by r.position`.execute(service.database.kysely)
  return new Map([...Map.groupBy(rows, ({ token }) => token)].map(([token, own]) => [token, own.map(({ tx }) => tx)]))
}

test(`${COUNTS.trades} trades, ${COUNTS.reorgs} reorganisations, ${COUNTS.kills} kills, two replicas, a failing receiver`, {
  timeout: COUNTS.trades * 400 + 120_000,
}, async () => {
  const { chain, database } = service
  const traders = chain.accounts as readonly Address[]
  const names = Array.from({ length: COUNTS.tokens }, (_, i) => ({ name: `Token ${i}`, symbol: `T${i}` }))
  await chain.mine(names.map((launch, i) => Launch.create(traders[i % traders.length]!, launch)))
  const tokens = (await chain.curves()).map(({ token }) => token)
  const replicas = [startReplica(), startReplica()]
  try {
    await untilIndexed(database, chain)
    await eventually(() => replicas.some(leads), { what: 'a leader', timeoutMs: 120_000 })
    const { body: hook } = await service.call('POST', '/api/webhooks', { url: receiver.url })
    const action = { kind: 'webhook', endpointId: hook.endpoint.id }
    const rules = new Map<string, string>()
    for (const token of tokens) {
      const rule = { name: token, type: 'launch.trade', filter: { token }, action }
      rules.set((await service.call('POST', '/api/rules', rule)).body.id, token)
    }
    const blocks = Math.ceil(COUNTS.trades / PER_BLOCK)
    const at = (events: number) =>
      new Set(Array.from({ length: events }, (_, i) => Math.floor(((i + 0.5) * blocks) / events)))
    const [forks, deaths] = [at(COUNTS.reorgs), at(COUNTS.kills)]
    const trade = () => {
      const token = tokens[Math.floor(random() * tokens.length)]!
      return Launch.buy(
        traders[Math.floor(random() * traders.length)]!,
        token,
        parseEther('0.0001') + BigInt(Math.floor(random() * 1e9)),
      )
    }
    const mine = () => chain.mine(Array.from({ length: PER_BLOCK }, trade))
    for (let block = 0; block < blocks; block++) {
      if (inject('deep') && block % 50 === 0) report(`${block} of ${blocks} blocks`)
      const before = forks.has(block) ? await chain.snapshot() : undefined
      await mine()
      if (before !== undefined) {
        await untilIndexed(database, chain)
        await chain.revert(before)
        await mine()
      }
      if (!deaths.has(block)) continue
      const leader = replicas.findIndex(leads)
      await replicas[leader]?.kill()
      replicas[leader] = startReplica()
      await eventually(() => replicas.some(leads), { what: 'the next leader', timeoutMs: 120_000 })
    }
    await untilIndexed(database, chain)
    if (inject('deep')) report('all blocks are indexed')
    const isQuiet = async () => {
      const { rows } = await sql<{ waiting: number; behind: boolean }>`
        select (select count(*)::int from rule_deliveries where status = 'pending') as waiting,
          exists (select from launch_outbox, rule_state where seq > cursor and kind in ('trade', 'reorg')) as behind`.execute(
        database.kysely,
      )
      if (inject('deep') && Date.now() - reportedAt > REPORT_MS) report(`${rows[0]?.waiting} deliveries wait`)
      return rows[0]?.waiting === 0 && !rows[0].behind
    }
    await eventually(isQuiet, { what: 'all deliveries', timeoutMs: COUNTS.trades * 200 + 60_000 })

    const expected = await finalTrades()
    let arrived = 0
    let reorgs = 0
    for (const [ruleId, token] of rules) {
      const first = new Map<string, Received>()
      for (const message of receiver.received)
        if (message.body.rule.id === ruleId && !first.has(message.id)) first.set(message.id, message)
      const events = [...first.values()]
      // In order: the sequence of first arrivals only grows.
      const sequences = events.map(({ body }) => body.sequence)
      expect([token, sequences]).toEqual([token, sequences.toSorted((a, b) => a - b)])
      const replaced = new Set(
        events.flatMap(({ body }) => (body.type === 'reorg' ? (body.data['replaced'] as string[]) : [])),
      )
      const standing = events.filter(({ id, body }) => body.type === 'launch.trade' && !replaced.has(id))
      expect(standing.map(({ body }) => body.data['transactionHash'])).toEqual(expected.get(token.toLowerCase()) ?? [])
      // No trade has two ids.
      expect(new Set(standing.map(({ body }) => keyOf(body))).size).toBe(standing.length)
      arrived += standing.length
      reorgs += replaced.size
    }
    const stored = await sql<{ id: string }>`select id from rule_events`.execute(database.kysely)
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(stored.rows.map(({ id }) => id)))
    expect(arrived).toBe([...expected.values()].flat().length)
    expect(arrived).toBeGreaterThanOrEqual(COUNTS.trades * 0.9)
    expect(reorgs).toBeGreaterThan(0)
    expect(receiver.attempts.length).toBeGreaterThan(receiver.received.length)
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()))
  }
})
