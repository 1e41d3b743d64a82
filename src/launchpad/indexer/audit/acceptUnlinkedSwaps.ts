import * as Bloom from '#launchpad/indexer/chain/Bloom.ts'
import * as Event from '#launchpad/indexer/chain/Event.ts'
import type { Log } from '#launchpad/indexer/chain/Log.ts'
import { proveLogs } from '#launchpad/indexer/chain/proveLogs.ts'
import * as RangeSize from '#launchpad/indexer/chain/RangeSize.ts'
import * as Source from '#launchpad/indexer/chain/Source.ts'
import type { Unlinked, UnlinkedSwaps } from '#launchpad/indexer/derive/MissingLogs.ts'
import type { IndexCursor } from '#launchpad/indexer/IndexCursor.ts'
import type { Progress } from '#launchpad/indexer/Progress.ts'
import type { Work } from '#launchpad/indexer/Work.ts'
import * as Launches from '#launchpad/indexer/write/Launches.ts'
import type { Launch } from '#launchpad/Launch.ts'
import * as Position from '#launchpad/Position.ts'
import { poolIdOf } from '#launchpad/poolIdOf.ts'
import * as Expectation from './Expectation.ts'
import { reindexFromGap } from './reindexFromGap.ts'

/** So many blocks before a swap are searched for one that was left out, and so many of them proven at a time. */
const SEARCHED_BLOCKS = 2_000
const AT_ONCE = 8

type State = { cursor: IndexCursor; progress: Progress }
type Found = {
  error: UnlinkedSwaps
  /** Whether every block of the range was proven. */
  isProven: boolean
}

/**
 * Anyone may add liquidity to a pool, and a swap over its edge does not tell where it began. Such swaps are accepted, all
 * of a range at once, when none came between them and the tables agree with the chain on where the first one began.
 */
export async function acceptUnlinkedSwaps(work: Work, state: State, { error, isProven }: Found): Promise<void> {
  const { cursor } = state
  if (!isProven && (await isAnyLeftOut(work, cursor, error))) {
    cursor.proveUntil = Math.max(...error.swaps.map(({ position }) => Position.block(position)))
    return
  }
  const tokens = [...new Set(error.swaps.map(({ token }) => token))]
  for (const launch of await findWrongPrices(work, cursor, tokens)) {
    const since = Position.block(Math.max(launch.lastTrade, launch.id))
    if (await reindexFromGap(work, state, { token: launch.token, reason: error.message, since })) return
  }
  for (const { position } of error.swaps) cursor.acceptedSwaps.add(position)
}

/** Whether a block between two swaps holds one that was not among the answers. Only blocks whose filter may hold the pool are read. */
async function isAnyLeftOut(
  { chain, emitters }: Work,
  { checkpoint }: IndexCursor,
  { swaps, known }: UnlinkedSwaps,
): Promise<boolean> {
  const pools = new Set(swaps.map(({ token }) => poolIdOf(token, emitters.factory) as string))
  const blocks = new Set(swaps.flatMap((swap) => blocksBefore(swap, checkpoint.block)))
  const headers = await Source.existingHeaders(chain, [...blocks])
  const candidates = headers.filter(({ bloom }) => [...pools].some((pool) => Bloom.mayHold(bloom, pool)))
  const isNew = ({ block, logIndex, address, topics: [selector, pool = ''] }: Log) =>
    address === emitters.poolManager &&
    selector === Event.SWAP &&
    pools.has(pool) &&
    !known.has(Position.of(block, logIndex))
  for (let at = 0; at < candidates.length; at += AT_ONCE) {
    const part = candidates.slice(at, at + AT_ONCE)
    const logs = await Promise.all(part.map((header) => proveLogs(chain, [header], RangeSize.create())))
    if (logs.flat().some(isNew)) return true
  }
  return false
}

/** The blocks, after the checkpoint, from the trade before a swap to the swap itself. */
function blocksBefore({ position, after }: Unlinked, checkpoint: number): number[] {
  const last = Position.block(position)
  const first = Math.max(Position.block(after), checkpoint + 1, last - SEARCHED_BLOCKS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The launches whose pool stands at another price than the tables say, or cannot be asked about any more. */
async function findWrongPrices(
  { chain, leadership, emitters }: Work,
  { checkpoint }: IndexCursor,
  tokens: readonly string[],
): Promise<Launch[]> {
  const known = await leadership.db.transaction().execute((tx) => Launches.load(tx, { tokens, pools: [] }))
  const launches = [...known.values()].filter(({ graduation }) => graduation)
  const claims = launches.flatMap((launch) => Expectation.ofPool(emitters, launch))
  const calls = claims.map(({ call }) => call)
  const reading = await chain.read(calls, { block: BigInt(checkpoint.block) }).catch(() => undefined)
  return launches.filter((_, index) => {
    const [claim, result] = [claims[index], reading?.results[index]]
    return !claim || !result?.ok || claim.read(result.data) !== claim.expected
  })
}
