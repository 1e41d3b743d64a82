import * as UntrustedText from '#core/UntrustedText.ts'
import * as Curve from '#launchpad/Curve.ts'
import * as Price from '#launchpad/Price.ts'
import * as Claims from './Claims.ts'
import type * as Derived from './Derived.ts'
import { begin, type Context, creatorOf, type Draft, move, note, record, stateOf } from './Draft.ts'
import type * as Event from './Event.ts'
import { MissingLogs, UnlinkedSwaps } from './Log.ts'
import * as Pairing from './Pairing.ts'
import type { State } from './State.ts'
import * as SwapLink from './SwapLink.ts'

/** The launches that the events may touch, by the token's address. Foreign tokens and pools are not in it. */
type Known = ReadonlyMap<string, State>

const ZERO = '0x0000000000000000000000000000000000000000'

/**
 * Everything that changes by these events, which are in chain order. Each trade carries the state it left behind and
 * every movement of the launchpad's tokens belongs to a trade, a creation or a graduation, and each swap begins at the
 * price the one before it left: where that does not hold logs were left out, and nothing is derived.
 */
export function derive(events: readonly Event.Event[], known: Known, context: Context): Derived.Derived {
  const draft = begin(known, context)
  for (const event of events) if (event.kind === 'transfer') rememberPoolTransfer(draft, event)
  for (const event of events) (APPLY[event.kind] as (draft: Draft, event: Event.Event) => void)(draft, event)
  Pairing.settle(draft.pairing)
  for (const state of draft.states.values()) requireGraduation(state)
  requireLinks(draft)
  const { states, tokens, trades, transfers, notes, candles, holders, creators, totals } = draft
  return { states, tokens, trades, transfers, notes, candles, holders, creators, totals }
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
    if (event.eth > 0n) note(draft, event, { eth: String(event.eth) })
  },
  claimed(draft, event) {
    const state = stateOf(draft, event)
    if (!Claims.isAll(state, event.amount)) throw new MissingLogs(event, event.token, 'a claim')
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
    if (state.pendingCreator !== event.to) throw new MissingLogs(event, event.token, 'an offer')
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
    name: UntrustedText.oneLine(event.name),
    symbol: UntrustedText.oneLine(event.symbol),
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
  Pairing.expect(draft.pairing, event, { from: ZERO, to: draft.context.factory, amount: Curve.cfg.totalSupply })
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
    sqrtPriceX96: null,
  }
}

/** Told in the transaction that creates the token, so never without its creation. */
function applyMetadata(draft: Draft, event: Event.Metadata): void {
  const row = draft.tokenRows.get(event.token)
  if (!row) throw new MissingLogs(event, event.token, 'the creation')
  row.metadataUri = UntrustedText.oneLine(event.uri) || null
  row.referrer = event.referrer === ZERO ? null : event.referrer
}

function applyTrade(draft: Draft, event: Event.Trade): void {
  const state = stateOf(draft, event)
  const { isBuy, eth, tokens, fee, realEth, sold } = event
  const net = isBuy ? eth - fee : -(eth + fee)
  if (state.realEth + net !== realEth || state.sold + (isBuy ? tokens : -tokens) !== sold)
    throw new MissingLogs(event, event.token, 'a trade')
  const before = state.price
  Object.assign(state, { realEth, sold }, Price.onCurve(realEth, sold))
  state.curveFees += fee
  const { factory } = draft.context
  const movement = isBuy ? { from: factory, to: event.recipient } : { from: event.trader, to: factory }
  Pairing.expect(draft.pairing, event, { ...movement, amount: tokens })
  record(draft, state, { ...event, before, venue: 'curve', sqrtPriceX96: null })
}

/** The pool names only the contract that swapped; the account that gave or got the tokens is the one of interest. */
function applySwap(draft: Draft, event: Event.Swap): void {
  const state = draft.pools.get(event.poolId)
  if (!state) return
  const before = state.price
  if (!draft.context.accepted.has(event.position) && !SwapLink.follows(event, state.sqrtPriceX96 ?? 0n))
    draft.unlinked.push({ position: event.position, token: state.token, after: state.lastTrade })
  Object.assign(state, { sqrtPriceX96: event.sqrtPriceX96 }, Price.inPool(event.sqrtPriceX96))
  const counterpart = counterpartOf(draft, state, event) ?? event.sender
  record(draft, state, {
    ...event,
    before,
    venue: 'pool',
    trader: counterpart,
    recipient: counterpart,
    isBuy: event.tokens > 0n,
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
  if (amount === 0n) return
  draft.transfers.push({ position, tokenId: state.id, from, to, amount })
  if (from !== ZERO) move(draft, state, { holder: from, amount: -amount })
  if (to !== ZERO) move(draft, state, { holder: to, amount })
  if (from === draft.context.factory || to === draft.context.factory) Pairing.meet(draft.pairing, event)
}

function applyGraduated(draft: Draft, event: Event.Graduated): void {
  const state = stateOf(draft, event)
  const { position, transactionHash, poolId, key } = event
  state.graduation = { position, at: draft.context.timeOf(event.block), transactionHash, poolId, key }
  state.sqrtPriceX96 = event.sqrtPriceX96
  draft.pools.set(poolId, state)
  draft.totals.graduated += 1
  creatorOf(draft, state.creator).graduated += 1
  const { factory, poolManager } = draft.context
  Pairing.expect(draft.pairing, event, { from: factory, to: poolManager, amount: event.tokens })
  note(draft, event, { poolId, key })
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
function requireGraduation({ graduation, lastTrade, token, ...curve }: State): void {
  if (graduation || !Curve.isFull(curve)) return
  throw new MissingLogs({ position: lastTrade }, token, 'the graduation')
}

function requireLinks({ unlinked, trades }: Draft): void {
  const [first] = unlinked
  if (!first) return
  const swaps = trades.filter(({ venue }) => venue === 'pool').map(({ position }) => position)
  throw new UnlinkedSwaps(first, unlinked, new Set(swaps))
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
