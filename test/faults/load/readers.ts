import { randomUUID } from 'node:crypto'
import type { Client, Request } from './Client.ts'
import { type Step, toolCall } from './writers.ts'

type Chosen = () => Request

/** Sends one request, whatever the answer is. */
function createReader(client: Client, choose: Chosen): Step {
  return async () => void (await client.send(choose()))
}

/** Public reads in turn. */
export function publicReader(client: Client, roomId: string): Step {
  const paths = [
    '/api/launchpad/tokens',
    '/api/launchpad/stats',
    `/api/arena/rooms/${roomId}/messages?limit=20`,
    '/api/arena/rooms',
    '/api/developer/status',
  ]
  let turn = 0
  return createReader(client, () => ({ kind: 'read', path: paths[turn++ % paths.length] ?? '' }))
}

type Deposit = { pool: { reference: string; token0: string; token1: string }; wallet: string }

/** A deposit into a v4 pool, built but never sent. */
export function buildReader(client: Client, { pool, wallet }: Deposit): Step {
  const body = {
    walletAddress: wallet,
    chainId: 4663,
    protocol: 'V4',
    existingPool: { poolReference: pool.reference, token0Address: pool.token0, token1Address: pool.token1 },
    independentToken: { tokenAddress: pool.token0, amount: '1000000000000000' },
    tickBounds: { tickLower: -887_220, tickUpper: 887_220 },
  }
  return createReader(client, () => ({ kind: 'build', method: 'POST', path: '/lp/create', body }))
}

export function toolReader(client: Client): Step {
  return createReader(client, () => toolCall('svc_arena_list_rooms', {}, randomUUID()))
}

/** A question to the desk agent over A2A, and the answer. */
export function agentReader(client: Client): Step {
  return createReader(client, () => {
    const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'help' }] }
    return {
      kind: 'a2a',
      method: 'POST',
      path: '/a2a',
      body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
      headers: { 'a2a-version': '1.0' },
    }
  })
}
