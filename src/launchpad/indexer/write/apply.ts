import { type Kysely, sql, type Transaction } from 'kysely'
import { BadAnswer } from '#launchpad/indexer/chain/BadAnswer.ts'
import type { BlockRange } from '#launchpad/indexer/chain/BlockRange.ts'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import type * as Event from '#launchpad/indexer/chain/Event.ts'
import type { StoredState } from '#launchpad/indexer/derive/Accumulator.ts'
import type { Changes, Totals } from '#launchpad/indexer/derive/Changes.ts'
import { MissingLogs } from '#launchpad/indexer/derive/Contradiction.ts'
import { derive } from '#launchpad/indexer/derive/derive.ts'
import * as SetAside from '#launchpad/indexer/SetAside.ts'
import type { Launch } from '#launchpad/records/Launch.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import * as Outbox from '#launchpad/store/Outbox.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { toEvent } from '#launchpad/wire/toEvent.ts'
import type { Site } from '#launchpad/wire/toWire.ts'
import { changeCreators } from './changeCreators.ts'
import { extendCandles } from './extendCandles.ts'
import { insertLogs } from './insertLogs.ts'
import * as Launches from './Launches.ts'
import { type ChainRow, type Leadership, leaderTransaction } from './leaderTransaction.ts'
import { loadSplits } from './loadSplits.ts'
import { moveBalances, Overdrawn } from './moveBalances.ts'
import { LIVE_CANDLE, rangeEvents } from './rangeEvents.ts'
import * as Ticks from './Ticks.ts'

export type Applied = { checkpoint: Checkpoint; events: number; changes: Changes }

type Options = {
  expected: Checkpoint
  emitters: Event.Emitters
  site: Site
  acceptedSwaps: ReadonlySet<number>
  setAside: SetAside.SetAside
  windowStart: number
  /** Whether every event is published, or only one for the range. */
  isPublished: boolean
}

/** Writes a range that follows the checkpoint, together with the new checkpoint. */
export async function apply(leadership: Leadership, range: BlockRange, options: Options): Promise<Applied> {
  const { expected, site, isPublished, windowStart } = options
  const { changes, before } = await deriveChanges(leadership, range, options)
  return leaderTransaction(leadership, { expected, windowStart, isDurable: isPublished }, async (db, chain) => {
    const candles = await write(db, changes, options).catch((error) => explain(error, changes, range))
    const shown = { candles, site, before, block: range.last.number }
    const published = isPublished ? rangeEvents(changes, shown) : summarise(changes, range)
    const lastSeq = await Outbox.append(db, chain.last_seq, published)
    await advance(db, chain, { range, totals: changes.totals, lastSeq, isPublished })
    const { number: block, hash, timestamp: time } = range.last
    return { checkpoint: { block, hash, time }, events: countOf(changes), changes }
  })
}

type Derived = { changes: Changes; before: StoredState['launches'] }

/** Before the transaction opens: only the leader writes these tables, and no computation may outlast its session. */
async function deriveChanges({ db }: Leadership, range: BlockRange, options: Options): Promise<Derived> {
  const { emitters, acceptedSwaps, setAside, windowStart } = options
  const events = SetAside.kept(setAside, range.events)
  const known = await load(db, events)
  const timeOf = (block: number) => timeIn(range, block)
  const senderOf = (hash: string) => range.senders.get(hash)
  const changes = derive(events, known, { ...emitters, windowStart, timeOf, acceptedSwaps, senderOf })
  return { changes, before: known.launches }
}

function countOf({ tokens, trades, transfers, notes, liquidity, splits }: Changes): number {
  return tokens.length + trades.length + transfers.length + notes.length + liquidity.length + splits.length
}

/** The history of a new index is published as one event, not event by event. */
function summarise(changes: Changes, { from, last }: BlockRange): Outbox.OutboxEvent[] {
  return countOf(changes) === 0 ? [] : [toEvent('reorg', null, { fromBlock: from, toBlock: last.number })]
}

async function load(db: Kysely<Tables>, events: readonly Event.Event[]): Promise<StoredState> {
  const launches = await Launches.load(db, namedIn(events))
  const graduated = [...launches.values()].filter(({ graduation }) => graduation)
  const ids = graduated.map(({ id }) => id)
  const accountsOf = await loadSplits(db, holdersIn(events, launches.values()))
  return { launches, ticks: await Ticks.load(db, ids), accountsOf }
}

/** The accounts other than the launching one that get a creator's fees, or do so after these events. */
function holdersIn(events: readonly Event.Event[], launches: Iterable<Launch>): string[] {
  const holders = new Set<string>()
  for (const { creator, feeHolder, currentCreator } of launches)
    for (const holder of [feeHolder, currentCreator]) if (holder !== creator) holders.add(holder)
  for (const event of events) {
    if (event.kind === 'options') holders.add(event.feeHolder)
    if (event.kind === 'accepted') holders.add(event.to)
  }
  return [...holders]
}

function namedIn(events: readonly Event.Event[]): { tokens: string[]; pools: string[] } {
  const tokens = new Set<string>()
  const pools = new Set<string>()
  for (const event of events) {
    if ('poolId' in event && event.kind !== 'graduated') pools.add(event.poolId)
    else if ('token' in event) tokens.add(event.token)
  }
  return { tokens: [...tokens], pools: [...pools] }
}

function timeIn({ headers }: BlockRange, block: number): number {
  const header = headers.get(block)
  if (!header) throw new BadAnswer(`block ${block} has logs and no header`)
  return header.timestamp
}

type Candles = Tables['launch_candles'][]

/** Writes the rows and returns the candles that are published. */
async function write(db: Transaction<Tables>, changes: Changes, { emitters, isPublished }: Options): Promise<Candles> {
  await insertLogs(db, changes)
  const candles = await extendCandles(db, changes.candles, isPublished ? LIVE_CANDLE.seconds : null)
  await changeCreators(db, [...changes.creators.values()])
  await Ticks.change(db, [...changes.ticks.values()])
  const holders = await moveBalances(db, [...changes.holders.values()], emitters)
  for (const launch of changes.launches.values()) launch.holders += holders.get(launch.id) ?? 0
  await Launches.save(db, [...changes.launches.values()])
  return candles
}

/** A balance below zero shows that a transfer of that token is missing. */
function explain(error: unknown, { launches }: Changes, { from, last }: BlockRange): never {
  const launch = error instanceof Overdrawn ? launches.values().find(({ id }) => id === error.tokenId) : undefined
  throw launch
    ? new MissingLogs({ position: Position.startOf(last.number), firstBlock: from }, launch.token, 'a transfer')
    : error
}

async function advance(
  db: Transaction<Tables>,
  chain: ChainRow,
  { range, totals, lastSeq, isPublished }: { range: BlockRange; totals: Totals; lastSeq: number; isPublished: boolean },
): Promise<void> {
  const { last } = range
  const remembered = range.isLive ? [...range.headers.values()] : [last]
  const blocks = sqlRows(remembered, {
    number: ['int8', ({ number }) => number],
    hash: ['hex', ({ hash }) => hash],
    at: ['int8', ({ timestamp }) => timestamp],
  })
  await sql`
    with remembered as (
      insert into launch_blocks (number, hash, at) select number, hash, at from ${blocks}
      on conflict (number) do update set hash = excluded.hash, at = excluded.at
    )
    update launch_chain set block = ${last.number}, block_hash = ${last.hash}, block_time = ${last.timestamp},
      version = ${chain.version + 1}, quiet_version = ${isPublished ? chain.quiet_version : chain.version + 1}, last_seq = ${lastSeq},
      tokens = tokens + ${totals.tokens}, graduated = graduated + ${totals.graduated}, trades = trades + ${totals.trades},
      volume = volume + ${String(totals.volume)}::numeric, trades_24h = trades_24h + ${totals.trades24h},
      volume_24h = volume_24h + ${String(totals.volume24h)}::numeric,
      backed_volume = backed_volume + ${String(totals.backedVolume)}::numeric,
      backed_volume_24h = backed_volume_24h + ${String(totals.backedVolume24h)}::numeric,
      has_caught_up = has_caught_up or ${range.isLive}`.execute(db)
}
