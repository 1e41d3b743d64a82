import * as Candle from '#launchpad/Candle.ts'
import * as Position from '#launchpad/Position.ts'
import * as Price from '#launchpad/Price.ts'
import * as UntrustedText from '#launchpad/UntrustedText.ts'
import type * as Derived from './Derived.ts'
import type * as Event from './Event.ts'
import { MissingLogs } from './Log.ts'
import * as Pairing from './Pairing.ts'
import type { State } from './State.ts'

/** The launches that the events may touch, by the token's address. Foreign tokens and pools are not in it. */
export type Known = ReadonlyMap<string, State>

export type Context = Event.Emitters & {
  /** Seconds; trades from here on count as those of the last day. */
  windowStart: number
  /** Seconds, for every block of the events. */
  timeOf(block: number): number
}

type Draft = Derived.Derived & {
  context: Context
  pools: Map<string, State>
  pairing: Pairing.Pairing
  tokenRows: Map<string, Derived.TokenRow>
  poolTransfers: Map<string, Event.Transfer[]>
}

const ZERO = '0x0000000000000000000000000000000000000000'

/**
 * Everything that changes by these events, which are in chain order. Each trade carries the state it left behind and
 * every movement of the launchpad's tokens belongs to a trade, a creation or a graduation: where one of a pair is
 * absent, logs were left out and nothing is derived.
 */
export function derive(events: readonly Event.Event[], known: Known, context: Context): Derived.Derived {
  const draft = begin(known, context)
  for (const event of events) if (event.kind === 'transfer') rememberPoolTransfer(draft, event)
  for (const event of events) (APPLY[event.kind] as (draft: Draft, event: Event.Event) => void)(draft, event)
  Pairing.settle(draft.pairing)
  for (const state of draft.states.values()) requireGraduation(state)
  const { states, tokens, trades, transfers, notes, candles, holders, creators, totals } = draft
  return { states, tokens, trades, transfers, notes, candles, holders, creators, totals }
}

function begin(known: Known, context: Context): Draft {
  const copies = [...known].map(([token, state]) => [token, { ...state }] as const)
  const pools = copies.flatMap(([, state]) => (state.graduation ? [[state.graduation.poolId, state] as const] : []))
  return {
    context,
    states: new Map(copies),
    pools: new Map(pools),
    pairing: Pairing.create(),
    tokenRows: new Map(),
    poolTransfers: new Map(),
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

const APPLY: { [Kind in Event.Event['kind']]: (draft: Draft, event: Extract<Event.Event, { kind: Kind }>) => void } = {
  created: applyCreated,
  metadata: applyMetadata,
  trade: applyTrade,
  swap: applySwap,
  transfer: applyTransfer,
  graduated: applyGraduated,
  poolFees(draft, event) {
    const state = stateOf(draft, event)
    state.poolFees += event.eth
    note(draft, event, { eth: String(event.eth) })
  },
  claimed(draft, event) {
    const state = stateOf(draft, event)
    state.claimed += event.amount
    note(draft, event, { amount: String(event.amount) })
  },
  offered(draft, event) {
    const state = stateOf(draft, event)
    state.pendingCreator = event.to === ZERO ? null : event.to
    note(draft, event, { to: event.to })
  },
  accepted(draft, event) {
    const state = stateOf(draft, event)
    state.currentCreator = event.to
    state.pendingCreator = null
    note(draft, event, { to: event.to })
  },
}

function applyCreated(draft: Draft, event: Event.Created): void {
  const { position: id, token, creator, transactionHash } = event
  const row: Derived.TokenRow = {
    id,
    address: token,
    creator,
    name: UntrustedText.clean(event.name),
    symbol: UntrustedText.clean(event.symbol),
    createdAt: draft.context.timeOf(event.block),
    transactionHash,
    metadataUri: null,
    referrer: null,
  }
  draft.tokens.push(row)
  draft.tokenRows.set(token, row)
  draft.states.set(token, fresh(event))
  draft.totals.tokens += 1
  creatorOf(draft, creator).tokens += 1
  Pairing.expect(draft.pairing, event, { from: ZERO, to: draft.context.factory, amount: Price.TOTAL_SUPPLY })
}

function fresh({ position: id, token, creator }: Event.Created): State {
  return {
    id,
    token,
    creator,
    currentCreator: creator,
    pendingCreator: null,
    realEth: 0n,
    sold: 0n,
    ...Price.onCurve(0n, 0n),
    volume: 0n,
    volume24h: 0n,
    trades: 0,
    trades24h: 0,
    holders: 0,
    lastTrade: 0,
    lastTradeAt: null,
    curveFees: 0n,
    poolFees: 0n,
    claimed: 0n,
    graduation: null,
  }
}

/** Told in the transaction that creates the token, so never without its creation. */
function applyMetadata(draft: Draft, event: Event.Metadata): void {
  const row = draft.tokenRows.get(event.token)
  if (!row) throw new MissingLogs(event.block, event.token, 'the creation')
  row.metadataUri = UntrustedText.clean(event.uri) || null
  row.referrer = event.referrer === ZERO ? null : event.referrer
}

function applyTrade(draft: Draft, event: Event.Trade): void {
  const state = stateOf(draft, event)
  const { isBuy, eth, tokens, fee, realEth, sold } = event
  const net = isBuy ? eth - fee : -(eth + fee)
  if (state.realEth + net !== realEth || state.sold + (isBuy ? tokens : -tokens) !== sold)
    throw new MissingLogs(event.block, event.token, 'a trade')
  const before = state.price
  Object.assign(state, { realEth, sold }, Price.onCurve(realEth, sold))
  state.curveFees += fee
  const { factory } = draft.context
  const movement = isBuy ? { from: factory, to: event.recipient } : { from: event.trader, to: factory }
  Pairing.expect(draft.pairing, event, { ...movement, amount: tokens })
  const { trader, recipient } = event
  record(draft, state, { ...event, before, venue: 'curve', trader, recipient, isBuy, eth, tokens, fee, realEth, sold })
}

/** The pool names only the contract that swapped; the account that gave or got the tokens is the one of interest. */
function applySwap(draft: Draft, event: Event.Swap): void {
  const state = draft.pools.get(event.poolId)
  if (!state) return
  const before = state.price
  Object.assign(state, Price.inPool(event.sqrtPriceX96))
  const isBuy = event.tokens > 0n
  const counterpart = counterpartOf(draft, state, event) ?? event.sender
  record(draft, state, {
    ...event,
    before,
    venue: 'pool',
    trader: counterpart,
    recipient: counterpart,
    isBuy,
    eth: absolute(event.eth),
    tokens: absolute(event.tokens),
    fee: null,
    realEth: null,
    sold: null,
  })
}

function applyTransfer(draft: Draft, event: Event.Transfer): void {
  const state = draft.states.get(event.token)
  if (!state) return
  const { position, from, to, amount } = event
  draft.transfers.push({ position, tokenId: state.id, from, to, amount })
  if (from !== ZERO) move(draft, state, { holder: from, amount: -amount })
  if (to !== ZERO) move(draft, state, { holder: to, amount })
  if (from === draft.context.factory || to === draft.context.factory) Pairing.meet(draft.pairing, event)
}

function applyGraduated(draft: Draft, event: Event.Graduated): void {
  const state = stateOf(draft, event)
  const { position, transactionHash, poolId, key } = event
  state.graduation = { position, at: draft.context.timeOf(event.block), transactionHash, poolId, key }
  draft.pools.set(poolId, state)
  draft.totals.graduated += 1
  creatorOf(draft, state.creator).graduated += 1
  const { factory, poolManager } = draft.context
  Pairing.expect(draft.pairing, event, { from: factory, to: poolManager, amount: event.tokens })
  note(draft, event, { poolId, key })
}

type Recorded = Omit<Derived.TradeRow, 'tokenId' | 'token' | 'at' | 'price'> & { block: number; before: bigint }

/** A trade of either venue: the row, and everything that counts or draws it. */
function record(draft: Draft, state: State, { block, before, ...trade }: Recorded): void {
  const at = draft.context.timeOf(block)
  const { position, transactionHash, venue, trader, recipient, isBuy, eth, tokens, fee, realEth, sold } = trade
  const common = { position, tokenId: state.id, token: state.token, at, transactionHash, price: state.price }
  draft.trades.push({ ...common, venue, trader, recipient, isBuy, eth, tokens, fee, realEth, sold })
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

function move(draft: Draft, state: State, { holder, amount }: { holder: string; amount: bigint }): void {
  const key = `${state.id} ${holder}`
  const known = draft.holders.get(key)
  if (known) known.amount += amount
  else draft.holders.set(key, { tokenId: state.id, holder, amount })
}

function note(draft: Draft, event: Derived.Noted, details: Record<string, unknown>): void {
  const { position, transactionHash, kind } = event
  const at = draft.context.timeOf(event.block)
  draft.notes.push({ position, tokenId: stateOf(draft, event).id, kind, at, transactionHash, details })
}

function stateOf(draft: Draft, { token, block }: { token: string; block: number }): State {
  const state = draft.states.get(token)
  if (!state) throw new MissingLogs(block, token, 'the creation')
  return state
}

function creatorOf(draft: Draft, creator: string): Derived.CreatorChange {
  const known = draft.creators.get(creator) ?? { creator, tokens: 0, graduated: 0, volume: 0n }
  draft.creators.set(creator, known)
  return known
}

function rememberPoolTransfer(draft: Draft, event: Event.Transfer): void {
  const { poolManager } = draft.context
  if (event.from !== poolManager && event.to !== poolManager) return
  const list = draft.poolTransfers.get(event.transactionHash) ?? []
  list.push(event)
  draft.poolTransfers.set(event.transactionHash, list)
}

function counterpartOf(draft: Draft, state: State, event: Event.Swap): string | undefined {
  const { poolManager } = draft.context
  const amount = absolute(event.tokens)
  const transfers = draft.poolTransfers.get(event.transactionHash)?.filter(({ token }) => token === state.token) ?? []
  const own = transfers.find((transfer) => transfer.amount === amount) ?? transfers[0]
  return own && (own.from === poolManager ? own.to : own.from)
}

/** The buy that reaches the target graduates the token in the same transaction. */
function requireGraduation({ realEth, graduation, lastTrade, token }: State): void {
  if (realEth < Price.TARGET || graduation) return
  throw new MissingLogs(Position.block(lastTrade), token, 'the graduation')
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
