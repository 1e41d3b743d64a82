import * as Candle from '#launchpad/Candle.ts'
import type * as Derived from './Derived.ts'
import type * as Event from './Event.ts'
import { MissingLogs, type Unlinked } from './Log.ts'
import * as Pairing from './Pairing.ts'
import type { State } from './State.ts'

export type Context = Event.Emitters & {
  /** Seconds; trades from here on count as those of the last day. */
  windowStart: number
  /** Seconds, for every block of the events. */
  timeOf(block: number): number
  /** Positions of swaps that follow no known one although nothing is missing. */
  accepted: ReadonlySet<number>
}

/** What is being derived, with what is needed on the way. */
export type Draft = Derived.Derived & {
  context: Context
  pools: Map<string, State>
  pairing: Pairing.Pairing
  tokenRows: Map<string, Derived.TokenRow>
  poolTransfers: Map<string, Event.Transfer[]>
  /** Swaps that do not begin where the one before them ended. */
  unlinked: Unlinked[]
}

export function begin(known: ReadonlyMap<string, State>, context: Context): Draft {
  const copies = [...known].map(([token, state]) => [token, { ...state }] as const)
  const pools = copies.flatMap(([, state]) => (state.graduation ? [[state.graduation.poolId, state] as const] : []))
  return {
    context,
    states: new Map(copies),
    pools: new Map(pools),
    pairing: Pairing.create(),
    tokenRows: new Map(),
    poolTransfers: new Map(),
    unlinked: [],
    tokens: [],
    trades: [],
    transfers: [],
    notes: [],
    candles: new Map(),
    holders: new Map(),
    creators: new Map(),
    totals: { tokens: 0, graduated: 0, trades: 0, volume: 0n, trades24h: 0, volume24h: 0n },
  }
}

/** The launch an event speaks of. */
export function stateOf(draft: Draft, { token, position }: { token: string; position: number }): State {
  const state = draft.states.get(token)
  if (!state) throw new MissingLogs({ position }, token, 'the creation')
  return state
}

export function creatorOf(draft: Draft, creator: string): Derived.CreatorChange {
  const known = draft.creators.get(creator) ?? { creator, tokens: 0, graduated: 0, volume: 0n }
  draft.creators.set(creator, known)
  return known
}

type Recorded = Omit<Derived.TradeRow, 'tokenId' | 'token' | 'at' | 'price'> & {
  block: number
  /** The price before the trade. */
  before: bigint
}

/** A trade of either venue, after the state has taken it in: the row, and everything that counts or draws it. */
export function record(draft: Draft, state: State, { block, before, ...trade }: Recorded): void {
  const at = draft.context.timeOf(block)
  const { position, eth, tokens } = trade
  draft.trades.push({ ...trade, tokenId: state.id, token: state.token, at, price: state.price })
  const inWindow = at >= draft.context.windowStart
  for (const sums of [state, draft.totals]) {
    sums.trades += 1
    sums.volume += eth
    sums.trades24h += inWindow ? 1 : 0
    sums.volume24h += inWindow ? eth : 0n
  }
  state.lastTrade = position
  state.lastTradeAt = at
  creatorOf(draft, state.creator).volume += eth
  const tick = { at, before, price: state.price, eth, tokens }
  for (const seconds of Candle.KEPT) draw(draft, state, { seconds, tick })
}

function draw(draft: Draft, state: State, { seconds, tick }: { seconds: number; tick: Candle.Tick }): void {
  const key = `${state.id} ${seconds} ${Candle.startOf(tick.at, seconds)}`
  const candle = Candle.ofTick(tick, seconds)
  const known = draft.candles.get(key)
  if (known) Candle.extend(known, candle)
  else draft.candles.set(key, { tokenId: state.id, seconds, ...candle })
}

export function move(draft: Draft, state: State, { holder, amount }: { holder: string; amount: bigint }): void {
  const key = `${state.id} ${holder}`
  const known = draft.holders.get(key)
  if (known) known.amount += amount
  else draft.holders.set(key, { tokenId: state.id, holder, amount })
}

export function note(draft: Draft, event: Derived.Noted, details: Record<string, unknown>): void {
  const { position, transactionHash, kind } = event
  const at = draft.context.timeOf(event.block)
  draft.notes.push({ position, tokenId: stateOf(draft, event).id, kind, at, transactionHash, details })
}
