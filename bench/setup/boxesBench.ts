import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Boxes, createBoxes } from '#boxes/createBoxes.ts'
import { migrations } from '#boxes/migrations.ts'
import type { Call, Operation } from '#core/Operation.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createLive } from '#live/createLive.ts'

const log = pino({ level: 'silent' })

export type BoxesBench = AsyncDisposable & {
  boxes: Boxes
  /** Calls a handler with a request. */
  call: Call
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads answers as a client without types does.
  perform(name: string, request: object): Promise<any>
}

const caller = {
  kind: 'session',
  address: '127.0.0.1',
  developerId: 'dev_bench',
  subject: 'bench',
  tokenId: 't',
  expiresAt: 0,
  operator: false,
} as const

/** Boxes on a separate database with production durability and `warm` agents already started. */
export async function openBoxesBench(warm: number): Promise<BoxesBench> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'slipway-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  await chmod(folder, 0o711)
  const database = opened.use(await openDatabase({ dataDir: folder, log, migrations: [migrations] }))
  const live = opened.use(createLive({ streamsMax: 100 }))
  const boxes = opened.use(
    createBoxes({
      database,
      live,
      audit: { append: async () => {}, count: () => {} },
      takeGlobally: () => {},
      settings: {
        baseUrl: 'http://127.0.0.1',
        perDeveloperMax: 1_000,
        idleSeconds: 86_400,
        lifetimeSeconds: 86_400,
        retentionSeconds: 86_400,
      },
      models: {},
      budgets: { box: { tokens: 0, usd: 0 }, developer: { tokens: 0, usd: 0 }, service: { tokens: 0, usd: 0 } },
      skills: () => [],
      boxesMax: 200,
      warm: { agentId: 'echo', size: warm },
      runMs: 60_000,
      callService: () => new Response(null, { status: 404 }),
      now: Date.now,
    }),
  )
  boxes.start()
  while (!boxes.isolation()) await new Promise((resolve) => setTimeout(resolve, 20))
  const signal = () => new AbortController().signal
  const raw = new Request('http://127.0.0.1/')
  const afterCommit = (work: () => void) => work()
  const call = { caller, requestId: 'req_bench', signal, raw, afterCommit } as unknown as Call
  const owned = opened.move()
  return {
    boxes,
    call,
    perform(name, request) {
      const operation = boxes.operations.find((one) => one.name === name) as Operation
      return Promise.resolve(operation.handle?.(operation.request.parse(request) as never, call))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
