import * as Position from '#launchpad/Position.ts'
import { poolIdOf } from '#launchpad/poolIdOf.ts'
import * as Bloom from './Bloom.ts'
import * as Event from './Event.ts'
import * as expectations from './expectations.ts'
import type { Follower } from './Follower.ts'
import { heal } from './heal.ts'
import type { Log, Unlinked, UnlinkedSwaps } from './Log.ts'
import { proveLogs } from './proveLogs.ts'
import * as Range from './Range.ts'
import * as Source from './Source.ts'
import type { State } from './State.ts'
import * as States from './States.ts'

/** So many blocks before a swap are searched for one that was left out, and so many of them proven at a time. */
const SEARCHED_BLOCKS = 2_000
const AT_ONCE = 8

/**
 * Anyone may add liquidity to a pool, and a swap over its edge does not tell where it began. Such swaps are accepted, all
 * of a stretch at once, when none came between them and the tables agree with the chain on where the first one began.
 */
export async function weighSwaps(follower: Follower, error: UnlinkedSwaps, isProven: boolean): Promise<void> {
  if (!isProven && (await isAnyLeftOut(follower, error))) {
    follower.proveUntil = Math.max(...error.swaps.map(({ position }) => Position.block(position)))
    return
  }
  const tokens = [...new Set(error.swaps.map(({ token }) => token))]
  for (const state of await doubted(follower, tokens)) {
    const doubt = { reason: error.message, since: Position.block(Math.max(state.lastTrade, state.id)) }
    if (await heal(follower, state.token, doubt)) return
  }
  for (const { position } of error.swaps) follower.accepted.add(position)
}

/** Whether a block between two swaps holds one that was not among the answers. Only blocks whose filter may hold the pool are read. */
async function isAnyLeftOut(follower: Follower, { swaps, known }: UnlinkedSwaps): Promise<boolean> {
  const { chain, emitters, checkpoint } = follower
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
    const logs = await Promise.all(part.map((header) => proveLogs(chain, [header], Range.create())))
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
async function doubted({ chain, office, emitters, checkpoint }: Follower, tokens: readonly string[]): Promise<State[]> {
  const known = await office.db.transaction().execute((tx) => States.load(tx, { tokens, pools: [] }))
  const states = [...known.values()].filter(({ graduation }) => graduation)
  const claims = states.flatMap((state) => expectations.ofPool(emitters, state))
  const calls = claims.map(({ call }) => call)
  const reading = await chain.read(calls, { block: BigInt(checkpoint.block) }).catch(() => undefined)
  return states.filter((_, index) => {
    const [claim, result] = [claims[index], reading?.results[index]]
    return !claim || !result?.ok || claim.read(result.data) !== claim.expected
  })
}
