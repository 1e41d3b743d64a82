import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Address, parseEther } from 'viem'
import { deriveAll } from '#core/derive.ts'
import * as Id from '#core/Id.ts'
import { createSecretBox } from '#core/secretBox.ts'
import { startFaultRpc } from '../../test/setup/chain/faultRpc.ts'
import * as Launch from '../../test/setup/launchpad/launchChain.ts'
import { startReceiver } from '../../test/setup/rules/receiver.ts'
import type { Row } from '../Row.ts'

const PROGRAM = join(import.meta.dirname, '../../test/setup/rules/rulesProcess.ts')
const SAMPLES = 300
const PAUSE_MS = 30
const BLOCKS = 150
const TRADES_PER_BLOCK = 20
const ROUNDS = 3

type Server = AsyncDisposable & { client: pg.Client; chain: Launch.LaunchChain; token: Address; trader: Address }
type Options = { databaseUrl: string; host?: string; rules: number; matching: number }

/** Milliseconds from a block to the webhook of a trade in it; 10 of 1,000 rules want each trade. */
export async function measureDelivery(databaseUrl: string): Promise<Row> {
  await using receiver = await startReceiver()
  await using server = await startServer({ databaseUrl, host: receiver.host, rules: 1_000, matching: 10 })
  const { chain, token, trader } = server
  const delays: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const before = receiver.received.length
    await chain.mine([Launch.buy(trader, token, parseEther('0.0001') + BigInt(sample))])
    const mined = performance.now()
    while (receiver.received.length < before + 10) await delay(0)
    delays.push(performance.now() - mined)
    await delay(PAUSE_MS)
  }
  const p99 = delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? Number.NaN
  const name = 'block to receiver, p99, the slowest of 10 webhooks of 1,000 rules'
  return { name, ours: p99, unit: 'ms', target: '≤ 200', ok: p99 <= 200 }
}

/** Trades indexed per second as blocks arrive, with 10,000 rules in the same process and without rules. */
export async function measureIndexerCost(createDatabase: (name: string) => Promise<string>): Promise<Row> {
  const rates = { with: 0, without: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    rates.without = Math.max(rates.without, await followBlocks(await createDatabase(`without${round}`), 0))
    rates.with = Math.max(rates.with, await followBlocks(await createDatabase(`with${round}`), 10_000))
  }
  const cost = (1 - rates.with / rates.without) * 100
  const name = 'slower indexing of live blocks with 10,000 rules'
  return { name, ours: cost, unit: '%', target: '< 10', ok: cost < 10 }
}

async function followBlocks(databaseUrl: string, rules: number): Promise<number> {
  await using server = await startServer({ databaseUrl, rules, matching: 0 })
  const { chain, token, trader, client } = server
  const start = performance.now()
  for (let block = 0; block < BLOCKS; block++) {
    const buy = (i: number) => Launch.buy(trader, token, parseEther('0.0001') + BigInt(block * TRADES_PER_BLOCK + i))
    await chain.mine(Array.from({ length: TRADES_PER_BLOCK }, (_, i) => buy(i)))
    await untilIndexed(client, chain)
  }
  return (BLOCKS * TRADES_PER_BLOCK) / ((performance.now() - start) / 1000)
}

/** An indexer, and with rules an engine, in a process of its own. */
async function startServer({ databaseUrl, host = '127.0.0.1:1', rules, matching }: Options): Promise<Server> {
  await using opened = new AsyncDisposableStack()
  const chain = await Launch.startLaunchChain()
  const trader = chain.accounts[0] as Address
  const rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  opened.defer(() => rpc.close())
  await chain.mine([Launch.create(trader, { name: 'Timed', symbol: 'TIME' })])
  const token = (await chain.curves())[0]?.token as Address
  const child = spawn(process.execPath, [PROGRAM, databaseUrl, rpc.url, host, rules === 0 ? 'index' : 'rules'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  opened.defer(() => stop(child))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  opened.defer(() => client.end())
  await untilIndexed(client, chain)
  if (rules > 0) await insertRules(client, { host, token, rules, matching })
  const owned = opened.move()
  return { client, chain, token, trader, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function untilIndexed(client: pg.Client, chain: Launch.LaunchChain): Promise<void> {
  const { hash } = await chain.head()
  for (;;) {
    const { rows } = await client.query('select block_hash from launch_chain').catch(() => ({ rows: [] }))
    if (rows[0]?.block_hash === hash) return
    await delay(2)
  }
}

type Rules = { host: string; token: Address; rules: number; matching: number }

/** Rules of trades: some want every trade, the others trades of another size or token. */
async function insertRules(client: pg.Client, { host, token, rules, matching }: Rules): Promise<void> {
  const endpointId = Id.create('hook')
  const box = createSecretBox(deriveAll({ current: Buffer.alloc(32, 7) }, 'webhook secrets'))
  await client.query(
    `insert into rule_endpoints (id, developer_id, url, secret, version) values ($1, 'dev_a', $2, $3, 1)`,
    [endpointId, `http://${host}/hook`, box.seal(Buffer.alloc(32, 1))],
  )
  const action = JSON.stringify({ kind: 'webhook', endpointId })
  const filters = Array.from({ length: rules }, (_, i) => {
    if (i < matching) return { token }
    return i % 2 === 0
      ? { token, minEth: String(parseEther('5') + BigInt(i)) }
      : { token: `0x${String(i).padStart(40, '0')}` }
  })
  await client.query(
    `insert into rules (id, developer_id, name, type, filter, action, cooldown_seconds, enabled, after_seq, version)
     select id, 'dev_a', 'timed', 'launch.trade', filter::jsonb, $3::jsonb, 0, true, 0, 1
     from unnest($1::text[], $2::text[]) as r(id, filter)`,
    [filters.map(() => Id.create('rule')), filters.map((filter) => JSON.stringify(filter)), action],
  )
  await client.query('update rule_state set version = 1')
  await delay(3_000)
}
