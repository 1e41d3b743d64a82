import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData } from 'viem'
import { ACCOUNTS } from '#devnet/accounts.ts'
import type { Description } from '#devnet/describe.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { ServiceCluster } from '../../scripts/cluster/startCluster.ts'
import { newKey } from '../../test/setup/keys/newKey.ts'
import type { Load } from './sideBySide.ts'

/** A kind of request, with the most that one of it may cost. */
export type Kind = Load & { name: string; budget: Cost }
export type Cost = { serviceMs: number; databaseMs: number; transactions: number; walBytes: number }

const LAUNCHES = 60
const ETH = '0x0000000000000000000000000000000000000000'

/** Launches on the chain, a developer with a key, and one request of each kind. */
export async function prepareLoads(cluster: ServiceCluster, dataDir: string): Promise<Kind[]> {
  const chain = JSON.parse(await readFile(join(dataDir, 'devnet.json'), 'utf8')) as Description
  await createLaunches(cluster.rpcUrl, chain)
  const address = await untilIndexed(cluster.url)
  const { key } = await newKey(cluster.url)
  const headers = { host: new URL(cluster.url).host, 'x-api-key': key, 'content-type': 'application/json' }
  return [
    {
      name: 'token, warm',
      path: `/api/launchpad/token?address=${address}`,
      headers,
      budget: { serviceMs: 0.5, databaseMs: 0.1, transactions: 0.1, walBytes: 200 },
    },
    {
      name: 'page of 50 tokens',
      path: '/api/launchpad/tokens?limit=50',
      headers,
      budget: { serviceMs: 2, databaseMs: 2, transactions: 2.5, walBytes: 200 },
    },
    {
      name: 'page of trades',
      path: `/api/launchpad/trades?address=${address}`,
      headers,
      budget: { serviceMs: 1.5, databaseMs: 1.5, transactions: 2.5, walBytes: 200 },
    },
    {
      name: 'LP build',
      path: '/lp/create',
      method: 'POST',
      headers,
      body: JSON.stringify(buildRequest(chain)),
      budget: { serviceMs: 1.5, databaseMs: 0.3, transactions: 0.6, walBytes: 300 },
    },
  ]
}

function buildRequest({ pools }: Description): object {
  const pool = pools.find(({ protocol, token0, fee }) => protocol === 'V4' && token0 === ETH && fee === 500)
  if (!pool) throw new Error('The development chain has no v4 pool of ETH with a fee of 500.')
  return {
    walletAddress: ACCOUNTS[1],
    chainId: 4663,
    protocol: 'V4',
    existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
    independentToken: { tokenAddress: pool.token0, amount: '10000000000000000' },
    tickBounds: { tickLower: -198260, tickUpper: -194260 },
    simulateTransaction: false,
  }
}

async function createLaunches(rpcUrl: string, { contracts }: Description): Promise<void> {
  for (let number = 0; number < LAUNCHES; number++) {
    const args = [`Launch ${number}`, `L${number}`, 0n] as const
    const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'createToken', args })
    const transaction = { from: ACCOUNTS[3], to: contracts.launchpad, data, value: '0x38d7ea4c68000', gas: '0x2dc6c0' }
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [transaction] }
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    if (!(answer as { result?: string }).result) throw new Error(`No launch: ${JSON.stringify(answer)}`)
  }
}

/** The address of the newest launch, once all are indexed. */
async function untilIndexed(url: string): Promise<string> {
  for (;;) {
    const answer = await (await fetch(`${url}/api/launchpad/tokens?limit=100`)).json()
    const { tokens } = answer as { tokens?: { address: string }[] }
    if (tokens && tokens.length >= LAUNCHES) return tokens[0]?.address ?? ''
    await delay(200)
  }
}
