import { pool } from '#launchpad/contract/Curve.ts'
import type * as Event from '#launchpad/indexer/chain/Event.ts'
import * as Candle from '#launchpad/records/Candle.ts'
import type { Launch, Token, Trade } from '#launchpad/records/Launch.ts'
import * as PoolLiquidity from '#uniswap/PoolLiquidity.ts'
import * as Attribution from './Attribution.ts'
import type * as Changes from './Changes.ts'
import { MissingLogs } from './Contradiction.ts'
import * as TransferMatch from './TransferMatch.ts'

export type Context = Event.Emitters & {
  /** Seconds; trades from here on count as those of the last day. */
  windowStart: number
  /** Seconds, for every block of the events. */
  timeOf(block: number): number
  /** Positions of swaps that do not follow from known liquidity although no log is missing. */
  acceptedSwaps: ReadonlySet<number>
  /** The sender of a transaction, if it was fetched. */
  senderOf(transactionHash: string): string | undefined
}

/** The changes derived so far, and the state needed to derive the next. */
export type Accumulator = Changes.Changes & {
  context: Context
  pools: Map<string, Launch>
  matching: TransferMatch.TransferMatch
  tokenRows: Map<string, Token>
  attribution: Attribution.Attribution
  /** By token. */
  positions: Map<number, PoolLiquidity.PoolLiquidity>
  /** The accounts of fee splits, by split. */
  accountsOf: Map<string, Set<string>>
  /** Liquidity changes of pools that are not ours, or not yet. */
  waiting: Map<string, Event.Liquidity[]>
}

/** The stored launches that the events may touch, by token address, and the ticks of their pools. */
export type StoredState = {
  launches: ReadonlyMap<string, Launch>
  ticks: ReadonlyMap<number, ReadonlyMap<number, PoolLiquidity.TickLiquidity>>
  /** The accounts of the splits that hold fees of these launches, or may by these events. */
  accountsOf: ReadonlyMap<string, ReadonlySet<string>>
}

export function begin({ launches, ticks, accountsOf }: StoredState, context: Context): Accumulator {
  const copies = [...launches].map(([token, launch]) => [token, { ...launch }] as const)
  const pools = copies.flatMap(([, launch]) => (launch.graduation ? [[launch.graduation.poolId, launch] as const] : []))
  return {
    context,
    launches: new Map(copies),
    pools: new Map(pools),
    matching: TransferMatch.create(),
    tokenRows: new Map(),
    attribution: Attribution.create([]),
    positions: positionsOf(pools, ticks),
    waiting: new Map(),
    accountsOf: new Map([...accountsOf].map(([split, accounts]) => [split, new Set(accounts)])),
    splits: [],
    tokens: [],
    trades: [],
    transfers: [],
    notes: [],
    liquidity: [],
    ticks: new Map(),
    candles: new Map(),
    holders: new Map(),
    creators: new Map(),
    totals: {
      tokens: 0,
      graduated: 0,
      trades: 0,
      volume: 0n,
      trades24h: 0,
      volume24h: 0n,
      backedVolume: 0n,
      backedVolume24h: 0n,
    },
  }
}

function positionsOf(
  pools: readonly (readonly [string, Launch])[],
  ticks: StoredState['ticks'],
): Accumulator['positions'] {
  const empty = new Map<number, PoolLiquidity.TickLiquidity>()
  return new Map(
    pools.map(([, { id, poolTick }]) => [id, PoolLiquidity.create(pool, ticks.get(id) ?? empty, poolTick ?? 0)]),
  )
}

export function launchOf(accumulator: Accumulator, { token, position }: { token: string; position: number }): Launch {
  const launch = accumulator.launches.get(token)
  if (!launch) throw new MissingLogs({ position }, token, 'the creation')
  return launch
}

export function creatorOf(accumulator: Accumulator, creator: string): Changes.CreatorChange {
  const known = accumulator.creators.get(creator) ?? {
    ...{ creator, tokens: 0, graduated: 0 },
    ...{ volume: 0n, backedVolume: 0n, outsideVolume: 0n },
  }
  accumulator.creators.set(creator, known)
  return known
}

type Recorded = Omit<Trade, 'tokenId' | 'token' | 'at' | 'price' | 'isOwn'> & {
  block: number
  /** The price before the trade. */
  before: bigint
}

/** Adds a trade of either venue, after it changed its launch, to the rows, sums and candles. */
export function record(accumulator: Accumulator, launch: Launch, trade: Recorded): void {
  const { block, before, position, eth, tokens, backed, trader, recipient } = trade
  const at = accumulator.context.timeOf(block)
  const isOwn = isOwner(accumulator, launch, trader) || isOwner(accumulator, launch, recipient)
  accumulator.trades.push({ ...trade, tokenId: launch.id, token: launch.token, at, price: launch.price, isOwn })
  const inWindow = at >= accumulator.context.windowStart
  for (const sums of [launch, accumulator.totals]) {
    sums.trades += 1
    sums.volume += eth
    sums.trades24h += inWindow ? 1 : 0
    sums.volume24h += inWindow ? eth : 0n
    sums.backedVolume += backed
    sums.backedVolume24h += inWindow ? backed : 0n
  }
  launch.lastTrade = position
  launch.lastTradeAt = at
  const creator = creatorOf(accumulator, launch.creator)
  creator.volume += eth
  creator.backedVolume += backed
  if (!isOwn) countOutside(launch, trade, { creator, inWindow })
  const tick = { at, before, price: launch.price, eth, tokens }
  for (const seconds of Candle.STORED) draw(accumulator, launch, { seconds, tick })
}

function countOutside(
  launch: Launch,
  { venue, isBuy, eth, fee, backed }: Recorded,
  { creator, inWindow }: { creator: Changes.CreatorChange; inWindow: boolean },
): void {
  creator.outsideVolume += backed
  launch.outsideVolume24h += inWindow ? backed : 0n
  if (venue === 'curve') launch.outsideEth += isBuy ? eth - (fee ?? 0n) : -(eth + (fee ?? 0n))
}

/** Whether the account is the creator's: it launched the token, or gets the creator's fees now or did first. */
function isOwner({ accountsOf }: Accumulator, launch: Launch, who: string): boolean {
  const { creator, feeHolder, currentCreator } = launch
  if (who === creator || who === feeHolder || who === currentCreator) return true
  return accountsOf.get(feeHolder)?.has(who) || accountsOf.get(currentCreator)?.has(who) || false
}

function draw(
  accumulator: Accumulator,
  launch: Launch,
  { seconds, tick }: { seconds: number; tick: Candle.Tick },
): void {
  const key = `${launch.id} ${seconds} ${Candle.startOf(tick.at, seconds)}`
  const candle = Candle.ofTick(tick, seconds)
  const known = accumulator.candles.get(key)
  if (known) Candle.extend(known, candle)
  else accumulator.candles.set(key, { tokenId: launch.id, seconds, ...candle })
}

export function move(
  accumulator: Accumulator,
  launch: Launch,
  { holder, amount }: { holder: string; amount: bigint },
): void {
  const key = `${launch.id} ${holder}`
  const known = accumulator.holders.get(key)
  if (known) known.amount += amount
  else accumulator.holders.set(key, { tokenId: launch.id, holder, amount })
}

export function note(accumulator: Accumulator, event: Changes.Noted, details: Record<string, unknown>): void {
  const { position, transactionHash, kind } = event
  const at = accumulator.context.timeOf(event.block)
  accumulator.notes.push({ position, tokenId: launchOf(accumulator, event).id, kind, at, transactionHash, details })
}
