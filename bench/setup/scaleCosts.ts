import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import type { ServiceCluster } from '../../scripts/cluster/startCluster.ts'
import type { Row } from '../Row.ts'
import type { Cost, Kind } from './scaleLoads.ts'

const SECONDS = 8
const WARM_SECONDS = 4
const CONNECTIONS = 8
/** The server counts the transactions of an idle session after a second. */
const SETTLE_MS = 1_500
/** Milliseconds of one tick of /proc. */
const TICK_MS = 10

const UNITS = { serviceMs: 'ms', databaseMs: 'ms', transactions: '', walBytes: 'B' }
const NAMES = { serviceMs: 'service CPU', databaseMs: 'PostgreSQL CPU', transactions: 'transactions', walBytes: 'WAL' }

/** CPU, transactions and write-ahead log of one request of each kind, without those of an idle service. */
export async function measureCosts({ replicas, databaseUrl }: ServiceCluster, kinds: readonly Kind[]): Promise<Row[]> {
  const [replica] = replicas
  if (!replica) throw new Error('The cluster has no replica.')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const spend = async (work: () => Promise<unknown>) => {
    await delay(SETTLE_MS)
    const before = await read(client, replica.pid)
    await work()
    await delay(SETTLE_MS)
    return difference(await read(client, replica.pid), before)
  }
  const idle = await spend(() => delay(SECONDS * 1_000))
  const rows: Row[] = []
  for (const { name, path, budget, ...load } of kinds) {
    const press = (duration: number) =>
      autocannon({ url: replica.url + path, ...load, duration, connections: CONNECTIONS })
    await press(WARM_SECONDS)
    let total = 0
    const spent = await spend(async () => {
      const { requests, non2xx, errors } = await press(SECONDS)
      if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refused, ${errors} failed`)
      total = requests.total
    })
    rows.push(...rowsOf({ name, budget }, difference(spent, idle), total))
  }
  await client.end()
  return rows
}

function rowsOf({ name, budget }: Pick<Kind, 'name' | 'budget'>, spent: Cost, total: number): Row[] {
  return (Object.keys(NAMES) as (keyof Cost)[]).map((part) => {
    const ours = Math.max(0, spent[part] / total)
    const unit = UNITS[part]
    return {
      name: `${name}: ${NAMES[part]}`,
      ours,
      unit,
      target: `≤ ${budget[part]} ${unit}`,
      ok: ours <= budget[part],
    }
  })
}

function difference(after: Cost, before: Cost): Cost {
  return {
    serviceMs: after.serviceMs - before.serviceMs,
    databaseMs: after.databaseMs - before.databaseMs,
    transactions: after.transactions - before.transactions,
    walBytes: after.walBytes - before.walBytes,
  }
}

async function read(client: pg.Client, pid: number): Promise<Cost> {
  const { rows } = await client.query<{ transactions: number; wal: number; postmaster: number }>(
    `select (select sum(xact_commit + xact_rollback)::float8 from pg_stat_database) as transactions,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
      split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int4 as postmaster`,
  )
  const [row] = rows
  if (!row) throw new Error('The server did not answer.')
  const databaseMs = (await Promise.all((await family(row.postmaster)).map(cpuOf))).reduce((sum, ms) => sum + ms, 0)
  return { serviceMs: await cpuOf(pid), databaseMs, transactions: row.transactions, walBytes: row.wal }
}

/** The server and its processes; those that ended are counted in the server's own figures. */
async function family(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = new Set((await readdir('/proc')).map(Number))
  return [
    postmaster,
    ...children
      .trim()
      .split(/\s+/)
      .map(Number)
      .filter((pid) => pids.has(pid)),
  ]
}

/** User and system time, with that of processes that ended, in milliseconds. */
async function cpuOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
  return ticks * TICK_MS
}
