import pino from 'pino'
import { createAuditLog } from '#audit/createAuditLog.ts'
import type { Caller } from '#core/Access.ts'
import type { OutboundOptions } from '#core/sendOutbound.ts'
import { createApp } from '#http/createApp.ts'
import { createLaunchpad, type Launchpad } from '#launchpad/createLaunchpad.ts'
import { createLive } from '#live/createLive.ts'
import type { PositionSource } from '#rules/Context.ts'
import { createRules } from '#rules/createRules.ts'
import { plainOptions } from '../appOptions.ts'
import { startFaultRpc } from '../chain/faultRpc.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { testAttest } from '../explain.ts'
import { type LaunchChain, startLaunchChain } from '../launchpad/launchChain.ts'
import { factory, openChain } from '../launchpad/launchEndpoint.ts'
import { noLists } from './noLists.ts'
import { ruleMigrations } from './ruleMigrations.ts'

const BASE_URL = 'https://slipway.example'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
type Json = any
export type Reply = { status: number; body: Json }

export type RulesService = AsyncDisposable & {
  chain: LaunchChain
  rpcUrl: string
  database: TestDatabase
  launchpad: Launchpad
  /** Starts to match and send, where `isRunning` is false. */
  startRules(): void
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Calls as a developer, `dev_a` unless another is named. */
  call(method: string, path: string, body?: unknown, developer?: string): Promise<Reply>
}

type Options = {
  allowedHosts?: readonly string[]
  outbound?: OutboundOptions
  now?: () => number
  rulesMax?: number
  backlogMax?: number
  positions?: PositionSource
  /** Whether this process indexes, matches and sends; else it serves the API alone. */
  isRunning?: boolean
}

/** The launchpad and the rules behind their HTTP app, on a chain and a database of their own. */
export async function startRulesService(options: Options = {}): Promise<RulesService> {
  const { allowedHosts = [], outbound, now = Date.now, rulesMax = 200, isRunning = true } = options
  await using opened = new AsyncDisposableStack()
  const chain = await startLaunchChain()
  const rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  opened.defer(() => rpc.close())
  const client = opened.use(openChain(rpc.url))
  const database = opened.use(await createTestDatabase({ migrations: ruleMigrations }))
  const live = opened.use(createLive({ streamsMax: 100 }))
  const audit = opened.use(createAuditLog({ database }))
  const attest = testAttest({ get: () => client }, factory.address, now)
  const config = {
    baseUrl: BASE_URL,
    explorerUrl: null,
    rpcUrl: rpc.url,
    chainPrefix: 'rh',
    isDevnet: true,
    listed: [],
  }
  const log = pino({ level: 'silent' })
  const launchpad = opened.use(
    createLaunchpad({ database, chain: client, live, audit, attest, factory, config, now: Date.now, log }),
  )
  const rules = opened.use(
    createRules({
      ...{ database, audit, live, allowedHosts, rulesMax, now, launches: launchpad.outbox, ...noLists },
      secrets: { current: Buffer.alloc(32, 7) },
      baseUrl: BASE_URL,
      ...(outbound && { outbound }),
      ...(options.backlogMax !== undefined && { backlogMax: options.backlogMax }),
      ...(options.positions && { positions: options.positions }),
    }),
  )
  if (isRunning) {
    launchpad.start()
    rules.start()
  }
  const failed = (error: unknown) => console.error(error)
  const operations = [...launchpad.operations, ...rules.operations]
  const app = createApp(plainOptions(operations, { failed, authenticate: ({ secret }) => callerOf(secret) }))
  const fetch = async (path: string, init?: RequestInit) => app.fetch(new Request(BASE_URL + path, init))
  const owned = opened.move()
  return {
    chain,
    rpcUrl: rpc.url,
    database,
    launchpad,
    startRules: () => rules.start(),
    fetch,
    async call(method, path, body, developer = 'dev_a') {
      const headers = { authorization: `Bearer ${developer}`, 'content-type': 'application/json' }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const response = await fetch(path, init)
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The secret is the name of a developer. */
function callerOf(secret: string | undefined): Caller {
  const address = '127.0.0.1'
  if (secret === undefined) return { kind: 'anonymous', address }
  const known = { address, developerId: secret, subject: secret, tokenId: 'tok_1' }
  return { kind: 'session', ...known, expiresAt: Number.POSITIVE_INFINITY, operator: false }
}
