import { poolIdOf } from '#launchpad/contract/poolIdOf.ts'
import * as Event from '#launchpad/indexer/chain/Event.ts'
import * as RangeSize from '#launchpad/indexer/chain/RangeSize.ts'
import * as Source from '#launchpad/indexer/chain/Source.ts'
import type { IndexCursor } from '#launchpad/indexer/IndexCursor.ts'
import type { Progress } from '#launchpad/indexer/Progress.ts'
import { goBackBefore } from '#launchpad/indexer/reorganise.ts'
import type { Work } from '#launchpad/indexer/Work.ts'
import * as Launches from '#launchpad/indexer/write/Launches.ts'
import { storedPositions } from '#launchpad/indexer/write/storedPositions.ts'
import type { Launch } from '#launchpad/records/Launch.ts'
import * as Position from '#launchpad/records/LogPosition.ts'

const ATTEMPTS = 5

/** Blocks proven after a gap; proving the whole history would take too long. */
const PROVEN_BLOCKS = 20_000

type State = { cursor: IndexCursor; progress: Progress }
type Gap = {
  token: string
  reason: string
  /** The first and last block that are searched. Default: from the token's creation to the checkpoint. */
  since?: number
  until?: number
}

/**
 * Finds the first log of a token that is on the chain and not in the tables, and indexes again from its block on. False if
 * the tables lack none.
 */
export async function reindexFromGap(work: Work, { cursor, progress }: State, gap: Gap): Promise<boolean> {
  const { log } = work
  const { checkpoint } = cursor
  const { token, reason, since = 0, until = checkpoint.block } = gap
  const position = await locate(work, until, { token, since })
  if (position === undefined) return false
  progress.alarms += 1
  log.error({ address: token, reason, block: checkpoint.block }, 'launch tables differ from the chain')
  const block = Position.block(position)
  cursor.proveUntil = Math.min(checkpoint.block, block + PROVEN_BLOCKS)
  await goBackBefore(work, cursor, block)
  progress.gapsFilled += 1
  log.warn({ address: token, block }, 'found a missing log: indexing again from its block')
  return true
}

async function locate(
  work: Work,
  last: number,
  { token, since }: { token: string; since: number },
): Promise<number | undefined> {
  const stored = await storedPositions(work.leadership, { token, since, startBlock: work.factory.startBlock })
  const launches = await Launches.load(work.leadership.db, { tokens: [token], pools: [] })
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const blocks = { from: stored.first, to: last }
    const found = await positionsOnChain(work, { token, launch: launches.get(token) }, blocks)
    const missing = found.filter((position) => !stored.all.has(position))
    if (missing.length > 0) return missing.reduce((first, position) => Math.min(first, position))
  }
  return undefined
}

type Blocks = { from: number; to: number }

type Searched = { token: string; launch: Launch | undefined }

async function positionsOnChain(
  { chain, emitters }: Work,
  { token, launch }: Searched,
  blocks: Blocks,
): Promise<number[]> {
  const rangeSize = RangeSize.create()
  const positions: number[] = []
  for (let { from } = blocks; from <= blocks.to; ) {
    const to = Math.min(blocks.to, from + rangeSize.size - 1)
    try {
      const logs = await Source.logs(chain, logsOfToken(token, { from, to }, emitters))
      const kept = logs.filter((log) => isKept(Event.read(log, emitters), launch))
      for (const { block, logIndex } of kept) positions.push(Position.of(block, logIndex))
      RangeSize.adapt(rangeSize, logs.length)
      from = to + 1
    } catch (error) {
      if (!Source.isTooMuch(error) || !RangeSize.halve(rangeSize)) throw error
    }
  }
  return positions
}

/**
 * Whether the log should have a row: metadata belongs to the row of the creation, and empty movements have none.
 * Options belong to that row too, so options that it lacks are missing.
 */
function isKept(event: Event.Event | undefined, launch: Launch | undefined): boolean {
  if (event?.kind === 'options') return launch !== undefined && !hasOptions(launch, event)
  if (event?.kind === 'transfer') return event.amount > 0n
  if (event?.kind === 'liquidity') return event.delta !== 0n
  if (event?.kind === 'donation') return event.eth > 0n || event.tokens > 0n
  return event !== undefined && event.kind !== 'metadata'
}

function hasOptions(launch: Launch, { feeHolder, openingSeconds, lockDays }: Event.Options): boolean {
  return launch.feeHolder === feeHolder && launch.openingSeconds === openingSeconds && launch.lockDays === lockDays
}

/** Filters for all logs about the token: of the launchpad, of the token and of its pool. */
function logsOfToken(token: string, blocks: Blocks, emitters: Event.Emitters): Source.Filter[] {
  const { factory, poolManager } = emitters
  const topic = `0x${token.slice(2).padStart(64, '0')}`
  return [
    { ...blocks, addresses: [factory], topics: [null, topic] },
    { ...blocks, addresses: [token], topics: [Event.TRANSFER] },
    { ...blocks, addresses: [poolManager], topics: [Event.POOL_TOPICS, poolIdOf(token, factory)] },
  ]
}
