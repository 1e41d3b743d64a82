import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Row } from '../Row.ts'
import type { CreateDatabase } from './openDatabases.ts'
import { installPonder, runPonder } from './ponder.ts'

const [TOKENS, TRADES, PER_BLOCK] = ['1000', '100000', '100']

type History = { url: string; head: number; factory: string; events: number; child: ChildProcess; firstAsked(): number }

/** Events per second from the first log query to the last row, for our indexer and for Ponder over the same history. */
export async function measureIndexing(createDatabase: CreateDatabase): Promise<Row[]> {
  const name = `events indexed, ${TRADES} trades of ${TOKENS} tokens`
  const ours = await withHistory(async (history) => runOurs(history, await createDatabase('ours')))
  const problem = await installPonder()
  if (problem) {
    process.stdout.write(`${problem}\n`)
    return [{ name, ours, peer: 'not available', unit: 'events/s', target: '≥ 3× Ponder' }]
  }
  const peer = await withHistory(async (history) => {
    const done = await runPonder({
      databaseUrl: await createDatabase('ponder'),
      rpcUrl: history.url,
      factory: history.factory,
    })
    return rate(history, done)
  })
  return [{ name, ours, peer, unit: 'events/s', ratio: ours / peer, target: '≥ 3', ok: ours / peer >= 3 }]
}

async function withHistory(measure: (history: History) => Promise<number>): Promise<number> {
  const child = fork(join(import.meta.dirname, 'historyServer.ts'), [TOKENS, TRADES, PER_BLOCK])
  const [ready] = (await once(child, 'message')) as [Omit<History, 'child' | 'firstAsked'>]
  let asked = 0
  child.on('message', ({ asked: at = 0 }: { asked?: number }) => {
    asked ||= at
  })
  try {
    return await measure({ ...ready, child, firstAsked: () => asked })
  } finally {
    child.kill()
  }
}

async function runOurs(history: History, databaseUrl: string): Promise<number> {
  const program = join(import.meta.dirname, '../../test/setup/launchpad/launchProcess.ts')
  const args = ['--throw-deprecation', program, databaseUrl, history.url]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query('select block from launch_chain').catch(() => ({ rows: [] }))
      if (Number(rows[0]?.block) >= history.head) return rate(history, performance.timeOrigin + performance.now())
      await delay(20)
    }
  } finally {
    child.kill('SIGKILL')
    await client.end()
  }
}

function rate({ events, firstAsked }: History, done: number): number {
  return events / ((done - firstAsked()) / 1000)
}
