import { type Hex, toFunctionSelector } from 'viem'
import { max } from '#core/bigint.ts'
import type { ChainFacts } from './ChainFacts.ts'
import { ProviderFailure } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'
import * as Multicall from './Multicall.ts'
import type { Send } from './runOnProviders.ts'

type Block = { number: bigint; timestamp: bigint }
export type Reading = { results: Multicall.Result[]; block: Block }

type View = { results: Multicall.Result[]; block: Block; parent: Hex }

const GET_BLOCK_NUMBER = toFunctionSelector('function getBlockNumber()')
const GET_CURRENT_BLOCK_TIMESTAMP = toFunctionSelector('function getCurrentBlockTimestamp()')
const GET_LAST_BLOCK_HASH = toFunctionSelector('function getLastBlockHash()')
const ARB_SYS = '0x0000000000000000000000000000000000000064'
const ARB_BLOCK_NUMBER = toFunctionSelector('function arbBlockNumber()')

/** Runs all calls at one block in one round trip; `block` pins them to an older one. */
export async function read(
  send: Send,
  facts: ChainFacts,
  { calls, block }: { calls: readonly Multicall.Call[]; block?: bigint },
): Promise<Reading> {
  const chunks = calls.length === 0 ? [[]] : Multicall.chunk(calls)
  const views = await readChunks(send, facts, { chunks, tag: toTag(block) })
  if (agree(views, block)) return join(views)
  // A new block arrived between the parts: retry all of them at the newest block seen.
  const newest = block ?? views.map((view) => view.block.number).reduce(max)
  const pinned = await readChunks(send, facts, { chunks, tag: toTag(newest) })
  if (agree(pinned, newest)) return join(pinned)
  throw new ProviderFailure('inconsistent', 'parts of one read come from different blocks')
}

export function toTag(block: bigint | undefined): string {
  return block === undefined ? 'latest' : JsonRpc.toQuantity(block)
}

async function readChunks(
  send: Send,
  facts: ChainFacts,
  { chunks, tag }: { chunks: readonly Multicall.Call[][]; tag: string },
): Promise<View[]> {
  const prefix = blockCalls(facts)
  const requests = chunks.map((calls) => ({
    method: 'eth_call',
    params: [{ to: facts.multicall3, data: Multicall.encode([...prefix, ...calls]) }, tag],
  }))
  const answers = await send(requests)
  return answers.map((answer, index) => {
    const count = prefix.length + (chunks[index]?.length ?? 0)
    return toView(Multicall.decode(JsonRpc.unwrapHex(answer), count))
  })
}

// On Arbitrum `block.number` is an estimate of the parent chain's; `ArbSys` exists only there.
function blockCalls({ multicall3, dataFee }: ChainFacts): Multicall.Call[] {
  return [
    { to: multicall3, data: GET_BLOCK_NUMBER },
    { to: multicall3, data: GET_CURRENT_BLOCK_TIMESTAMP },
    { to: multicall3, data: GET_LAST_BLOCK_HASH },
    dataFee === 'arbitrum' ? { to: ARB_SYS, data: ARB_BLOCK_NUMBER } : { to: multicall3, data: GET_BLOCK_NUMBER },
  ]
}

function toView([number, timestamp, parent, ownNumber, ...results]: Multicall.Result[]): View {
  if (!number || !timestamp || !parent || !ownNumber) throw JsonRpc.malformed('the block of a read is missing')
  const counted = ownNumber.ok && ownNumber.data.length === 66 ? ownNumber : number
  return { results, block: { number: toBigInt(counted), timestamp: toBigInt(timestamp) }, parent: parent.data }
}

function toBigInt({ ok, data }: Multicall.Result): bigint {
  if (!ok || data.length !== 66) throw JsonRpc.malformed('the block of a read is not a number')
  return BigInt(data)
}

function agree(views: View[], wanted: bigint | undefined): boolean {
  const first = views[0]
  return views.every(
    ({ block, parent }) =>
      block.number === (wanted ?? first?.block.number) &&
      block.timestamp === first?.block.timestamp &&
      parent === first.parent,
  )
}

function join(views: View[]): Reading {
  return { results: views.flatMap(({ results }) => results), block: views[0]?.block ?? { number: 0n, timestamp: 0n } }
}
