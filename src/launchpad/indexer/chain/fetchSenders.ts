import type { Chain } from '#chain/Chain.ts'
import { BadAnswer } from './BadAnswer.ts'
import * as Event from './Event.ts'
import type { Log } from './Log.ts'
import type { Launched } from './WatchList.ts'

type Options = { poolManager: string; launched: Launched }

const PER_BATCH = 200

/**
 * The senders of transactions with swaps in launched pools whose tokens did not all move to or from an account, where no
 * transfer shows the trader.
 */
export async function fetchSenders(chain: Chain, logs: readonly Log[], options: Options): Promise<Map<string, string>> {
  const hashes = unattributed(logs, options)
  const senders = new Map<string, string>()
  for (let at = 0; at < hashes.length; at += PER_BATCH) {
    const part = hashes.slice(at, at + PER_BATCH)
    const answers = await chain.batch(part.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })))
    for (const [index, hash] of part.entries()) senders.set(hash, senderIn(answers[index], hash))
  }
  return senders
}

function unattributed(logs: readonly Log[], { poolManager, launched: { tokens, pools } }: Options): string[] {
  const swaps = logs.filter(
    ({ address, topics: [selector, pool = ''] }) =>
      selector === Event.SWAP && address === poolManager && pools.has(pool),
  )
  const open = new Map<string, number>()
  const count = ({ transactionHash }: Log, by: number) =>
    open.set(transactionHash, (open.get(transactionHash) ?? 0) + by)
  for (const swap of swaps) count(swap, 1)
  const party = `0x${poolManager.slice(2).padStart(64, '0')}`
  const moved = logs.filter(
    ({ address, topics: [selector, from, to], transactionHash }) =>
      open.has(transactionHash) &&
      selector === Event.TRANSFER &&
      tokens.has(address) &&
      (from === party || to === party),
  )
  for (const transfer of moved) count(transfer, -1)
  return [...open].flatMap(([hash, left]) => (left > 0 ? [hash] : []))
}

function senderIn(answer: unknown, hash: string): string {
  const { from } = (answer ?? {}) as { from?: unknown }
  if (typeof from !== 'string' || from.length !== 42) throw new BadAnswer(`the node does not know transaction ${hash}`)
  return from.toLowerCase()
}
