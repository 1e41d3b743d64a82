import type { Hex } from 'viem'
import type { LaunchChain, Sending } from './launchChain.ts'
import { decodeLogs, type Logged } from './rawChain.ts'

type Block = { parent: string; logs: Logged[] }
type Header = { hash: string; parentHash: string; number: Hex; timestamp: Hex; transactions: Hex[] }

/** Every block that a chain ever had, replaced ones too, with its raw logs. */
export type Ledger = {
  /** The chain, whose blocks are recorded as they are mined. */
  chain: LaunchChain
  /** The logs of a block and of all blocks before it, in order; undefined for a block that is not recorded yet. */
  logsUntil(hash: string): Logged[] | undefined
  /** How many transactions were mined, replaced blocks included, and how many of them succeeded. */
  count: { mined: number; succeeded: number }
}

export async function createLedger(chain: LaunchChain): Promise<Ledger> {
  const blocks = new Map<string, Block>()
  const count = { mined: 0, succeeded: 0 }

  async function record(tag: string): Promise<Header> {
    const header = (await chain.upstream('eth_getBlockByNumber', [tag, false])) as Header
    const raw = (await chain.upstream('eth_getLogs', [{ blockHash: header.hash }])) as Parameters<typeof decodeLogs>[0]
    blocks.set(header.hash, { parent: header.parentHash, logs: decodeLogs(raw, () => Number(header.timestamp)) })
    return header
  }

  async function mine(sendings?: readonly Sending[]): Promise<void> {
    await chain.mine(sendings)
    const { transactions } = await record('latest')
    for (const hash of transactions) {
      const { status } = (await chain.upstream('eth_getTransactionReceipt', [hash])) as { status: Hex }
      count.mined += 1
      count.succeeded += Number(status)
    }
  }

  const { number: head } = await chain.head()
  for (let number = 0; number <= head; number++) await record(`0x${number.toString(16)}`)
  return { chain: { ...chain, mine }, logsUntil: (hash) => logsUntil(blocks, hash), count }
}

function logsUntil(blocks: ReadonlyMap<string, Block>, hash: string): Logged[] | undefined {
  if (!blocks.has(hash)) return undefined
  const path: Logged[][] = []
  for (let block = blocks.get(hash); block; block = blocks.get(block.parent)) path.push(block.logs)
  return path.reverse().flat()
}
