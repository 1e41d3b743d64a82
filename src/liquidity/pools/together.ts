import type { Hex } from 'viem'
import type { CallRequest, Chain } from '#chain/Chain.ts'

type Waiting = { request: CallRequest; resolve: (data: Hex) => void; reject: (error: unknown) => void }

/** The same chain, but all lenses run on it in one turn travel in one round trip. */
export function together(chain: Chain): Chain {
  let waiting: Waiting[] = []
  async function flush(): Promise<void> {
    const group = waiting
    waiting = []
    try {
      const answers = await run(chain, group)
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] ?? '0x')
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  const call = (request: CallRequest) =>
    new Promise<Hex>((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(() => void flush())
      waiting.push({ request, resolve, reject })
    })
  return { ...chain, call }
}

async function run(chain: Chain, group: readonly Waiting[]): Promise<Hex[]> {
  const [only] = group
  if (only && group.length === 1) return [await chain.call(only.request)]
  const requests = group.map(({ request }) => ({ method: 'eth_call', params: [{ data: request.data }, 'latest'] }))
  return (await chain.batch(requests)) as Hex[]
}
