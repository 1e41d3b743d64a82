import type { Hex } from 'viem'
import type { CallRequest, Chain } from '#chain/Chain.ts'
import { createBatcher } from '#chain/createBatcher.ts'

/** The same chain, but all lenses run on it in one turn travel in one round trip. */
export function batchCalls(chain: Chain): Chain {
  return { ...chain, call: createBatcher<CallRequest, Hex>((requests) => run(chain, requests)) }
}

async function run(chain: Chain, calls: readonly CallRequest[]): Promise<Hex[]> {
  const [only] = calls
  if (only && calls.length === 1) return [await chain.call(only)]
  const requests = calls.map(({ data }) => ({ method: 'eth_call', params: [{ data }, 'latest'] }))
  return (await chain.batch(requests)) as Hex[]
}
