import { z } from 'zod'
import { createArena } from '#arena/createArena.ts'
import { createAuditLog } from '#audit/createAuditLog.ts'
import { session } from '#core/Access.ts'
import { type Call, define, type Operation } from '#core/Operation.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createApp } from '#http/createApp.ts'
import { createHosts } from '#http/hosts.ts'
import { listen } from '#http/listen.ts'
import { createKeys } from '#keys/createKeys.ts'
import { createLive } from '#live/createLive.ts'
import { plainOptions } from '../../test/setup/appOptions.ts'
import { ALL_MIGRATIONS, log } from './arenaStore.ts'

const [databaseUrl = ''] = process.argv.slice(2)

export type ArenaServer = { url: string; key: string; roomId: string }

/** Takes the request of a post and returns a response of the same size, without doing anything. */
const empty: Operation = define({
  name: 'empty',
  method: 'POST',
  path: '/empty',
  tag: 'bench',
  summary: 'Answers what it got.',
  access: session('arena:write'),
  limit: 'write',
  errors: [],
  status: 201,
  request: z.strictObject({ content: z.string() }),
  response: z.object({ content: z.string() }),
  handle: (request) => request,
})

const database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: ALL_MIGRATIONS })
const audit = createAuditLog({ database })
const keys = createKeys({ database, audit, secrets: { current: Buffer.alloc(32, 7) }, isOperator: () => false })
const arena = createArena({
  database,
  live: createLive({ streamsMax: 100_000 }),
  audit,
  originOf: keys.originOf,
  prices: undefined,
  postsPerMinute: 1_000_000_000,
  now: Date.now,
})

async function perform(
  operations: readonly Operation[],
  name: string,
  [request, call]: [object, Call],
): Promise<unknown> {
  const operation = operations.find((one) => one.name === name) as Operation
  return operation.handle?.(request as never, call)
}

const address = '127.0.0.1'
const person = { kind: 'session', address, developerId: 'dev_bench', subject: 'wallet:0x', tokenId: 't' } as const
const afterCommit = (work: () => void) => work()
const call = {
  caller: { ...person, expiresAt: 0, operator: false },
  requestId: 'req_bench',
  afterCommit,
} as unknown as Call
const { key } = (await perform(keys.operations, 'createKey', [{ name: 'bench', scopes: ['api:*'] }, call])) as {
  key: string
}
const caller = await keys.authenticateKey(key, address)
const asKey = { ...call, caller }
const request = { topic: 'Bench', joinMode: 'OPEN', visibility: 'PUBLIC', maxAgents: 8, tags: [], turnSeconds: 300 }
const { room } = (await perform(arena.operations, 'createRoom', [request, asKey])) as { room: { id: string } }
await perform(arena.operations, 'joinRoom', [{ roomId: room.id, type: 'agent', displayName: 'Bench' }, asKey])
const app = createApp(
  plainOptions([...arena.operations, empty], {
    authenticate: ({ secret, address: from }) =>
      secret === undefined ? { kind: 'anonymous', address: from } : keys.authenticateKey(secret, from),
    hosts: createHosts(['http://127.0.0.1'], []),
    served: keys.served,
  }),
)
const { port } = await listen(app, { host: '127.0.0.1', port: 0 })
process.send?.({ url: `http://127.0.0.1:${port}`, key, roomId: room.id } satisfies ArenaServer)
