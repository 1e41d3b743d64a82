import { createChains } from '#chain/createChains.ts'
import { createApp } from '#http/createApp.ts'
import { createWatches } from '#liquidity/createWatches.ts'
import { migrations } from '#liquidity/migrations.ts'
import { devnetDeployment } from '../../../src/app/devnetDeployment.ts'
import { plainOptions } from '../appOptions.ts'
import { startFaultRpc } from '../chain/faultRpc.ts'
import type { Lies } from '../chain/rpcLies.ts'
import { createTestDatabase } from '../database/database.ts'
import { eventually } from '../database/databaseService.ts'
import type { Body, TestLp } from './lp.ts'

/** With another `chainId` the node says that it is of that chain. */
type Options = { lies?: Lies; perDeveloperMax?: number; deadlineMs?: number; chainId?: number }

/** The watches behind their door, with a node that may lie. */
export async function startWatches(
  lp: TestLp,
  { lies = {}, perDeveloperMax = 20, deadlineMs = 15_000, chainId = 4663 }: Options = {},
) {
  await using opened = new AsyncDisposableStack()
  const upstream = (method: string, params: unknown[]) => lp.devnet.client.request({ method, params } as never)
  const rpc = await startFaultRpc({ upstreams: [upstream], lies: { chainId, ...lies } })
  opened.defer(() => rpc.close())
  const deployments = { [chainId]: { ...devnetDeployment(lp.devnet.description), blockTimeMs: 0 } }
  const chains = createChains({ rpcUrls: { [chainId]: [rpc.url] }, deployments, deadlineMs })
  opened.defer(() => chains.close())
  const database = opened.use(await createTestDatabase({ migrations: [migrations] }))
  const watches = opened.use(createWatches({ database, chains, now: Date.now, perDeveloperMax, waitMs: 50 }))
  watches.start()
  const authenticate = ({ secret = 'dev_test', address }: { secret: string | undefined; address: string }) =>
    ({ kind: 'key', address, developerId: secret, subject: 's', keyId: 'key_test', scopes: ['lp:build'] }) as const
  const app = createApp(
    plainOptions([...watches.operations], { authenticate, failed: (error) => console.error(error) }),
  )
  const call = async (
    method: string,
    path: string,
    { body, key = 'dev_test' }: { body?: unknown; key?: string } = {},
  ) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await app.fetch(new Request(`https://slipway.example/api/liquidity/watches${path}`, init))
    return { status: response.status, body: (response.status === 204 ? undefined : await response.json()) as Body }
  }
  const owned = opened.move()
  return { call, rpc, database, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export type Watching = Awaited<ReturnType<typeof startWatches>>

/** The watch once it includes the newest block. */
export function followed(lp: TestLp, { call }: Watching, id: string): Promise<Body> {
  return eventually(async () => {
    const head = Number(await lp.devnet.client.getBlockNumber())
    const { body } = await call('GET', `/${id}`)
    return body.block === head && body.problem === null && body
  })
}
