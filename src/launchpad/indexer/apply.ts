import { sql, type Transaction } from 'kysely'
import * as Position from '#launchpad/Position.ts'
import type { Site } from '#launchpad/records.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Derived, Totals } from './Derived.ts'
import { derive } from './derive.ts'
import * as Event from './Event.ts'
import { BadAnswer, MissingLogs } from './Log.ts'
import { moveBalances, Overdrawn } from './moveBalances.ts'
import { type ChainRow, type Checkpoint, inOffice, type Office } from './Office.ts'
import * as Outbox from './Outbox.ts'
import * as States from './States.ts'
import type { Stretch } from './Stretch.ts'
import { changeCreators, extendCandles, insertLogs } from './writeRows.ts'

export type Applied = { checkpoint: Checkpoint; events: number; derived: Derived }

type Options = { expected: Checkpoint; emitters: Event.Emitters; site: Site; accepted: ReadonlySet<number> }

/** Takes a stretch that follows the checkpoint into the tables: all of it and the new checkpoint, or nothing. */
export function apply(office: Office, stretch: Stretch, options: Options): Promise<Applied> {
  const { expected, emitters, site, accepted } = options
  const events = stretch.logs.flatMap((log) => Event.read(log, emitters) ?? [])
  return inOffice(office, { expected, isDurable: stretch.isLive }, async (db, chain) => {
    const known = await States.load(db, namedIn(events))
    const timeOf = (block: number) => timeIn(stretch, block)
    const context = { ...emitters, windowStart: chain.window_start, timeOf, accepted }
    const derived = derive(events, known, context)
    const candles = await write(db, derived, emitters).catch((error) => explain(error, derived, stretch))
    const news = stretch.isLive ? Outbox.newsOf({ derived, candles, site }) : untold(derived, stretch)
    const lastSeq = await Outbox.append(db, chain.last_seq, news)
    await advance(db, chain, { stretch, totals: derived.totals, lastSeq })
    const { number: block, hash, timestamp: time } = stretch.last
    return { checkpoint: { block, hash, time }, events: countOf(derived), derived }
  })
}

function countOf({ tokens, trades, transfers, notes }: Derived): number {
  return tokens.length + trades.length + transfers.length + notes.length
}

/** Old blocks are not told event by event; that there was something in them is. */
function untold(derived: Derived, { from, last }: Stretch): Outbox.News[] {
  return countOf(derived) === 0 ? [] : [Outbox.news('reorg', null, { fromBlock: from, toBlock: last.number })]
}

function namedIn(events: readonly Event.Event[]): { tokens: string[]; pools: string[] } {
  const tokens = new Set<string>()
  const pools = new Set<string>()
  for (const event of events) {
    if (event.kind === 'swap') pools.add(event.poolId)
    else tokens.add(event.token)
  }
  return { tokens: [...tokens], pools: [...pools] }
}

function timeIn({ headers }: Stretch, block: number): number {
  const header = headers.get(block)
  if (!header) throw new BadAnswer(`block ${block} has logs and no header`)
  return header.timestamp
}

type Candles = Tables['launch_candles'][]

/** Writes the rows; gives back the candles that listeners follow. */
async function write(db: Transaction<Tables>, derived: Derived, emitters: Event.Emitters): Promise<Candles> {
  await insertLogs(db, derived)
  const candles = await extendCandles(db, derived.candles, Outbox.LIVE_CANDLE.seconds)
  await changeCreators(db, [...derived.creators.values()])
  const holders = await moveBalances(db, [...derived.holders.values()], emitters)
  for (const state of derived.states.values()) state.holders += holders.get(state.id) ?? 0
  await States.save(db, [...derived.states.values()])
  return candles
}

/** A balance below zero shows that a transfer of that token is missing. */
function explain(error: unknown, { states }: Derived, { last }: Stretch): never {
  const state = error instanceof Overdrawn ? states.values().find(({ id }) => id === error.tokenId) : undefined
  throw state ? new MissingLogs({ position: Position.startOf(last.number) }, state.token, 'a transfer') : error
}

type Advance = { stretch: Stretch; totals: Totals; lastSeq: number }

async function advance(db: Transaction<Tables>, chain: ChainRow, { stretch, totals, lastSeq }: Advance): Promise<void> {
  const { last } = stretch
  const remembered = stretch.isLive ? [...stretch.headers.values()] : [last]
  await sql`
    insert into launch_blocks (number, hash, at) select number, hash, at from ${sqlRows(remembered, {
      number: ['int8', ({ number }) => number],
      hash: ['hex', ({ hash }) => hash],
      at: ['int8', ({ timestamp }) => timestamp],
    })} on conflict (number) do update set hash = excluded.hash, at = excluded.at`.execute(db)
  await sql`
    update launch_chain set block = ${last.number}, block_hash = ${last.hash}, block_time = ${last.timestamp},
      version = ${chain.version + 1}, quiet_version = ${stretch.isLive ? chain.quiet_version : chain.version + 1}, last_seq = ${lastSeq},
      tokens = tokens + ${totals.tokens}, graduated = graduated + ${totals.graduated}, trades = trades + ${totals.trades},
      volume = volume + ${String(totals.volume)}::numeric, trades_24h = trades_24h + ${totals.trades24h},
      volume_24h = volume_24h + ${String(totals.volume24h)}::numeric`.execute(db)
}
