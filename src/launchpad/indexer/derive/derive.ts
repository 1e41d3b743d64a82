import { zeroAddress } from 'viem'
import * as UntrustedText from '#core/UntrustedText.ts'
import * as Curve from '#launchpad/Curve.ts'
import type * as Event from '#launchpad/indexer/chain/Event.ts'
import type { Launch, Token } from '#launchpad/Launch.ts'
import * as Price from '#launchpad/Price.ts'
import { type Accumulator, begin, type Context, creatorOf, launchOf, move, note, record } from './Accumulator.ts'
import type * as Changes from './Changes.ts'
import * as CreatorClaim from './CreatorClaim.ts'
import { MissingLogs, UnlinkedSwaps } from './MissingLogs.ts'
import * as SwapContinuity from './SwapContinuity.ts'
import * as TransferMatch from './TransferMatch.ts'

/** The launches that the events may touch, by the token's address. Foreign tokens and pools are not in it. */
type Known = ReadonlyMap<string, Launch>

/**
 * Everything that changes by these events, which are in chain order. Each trade carries the launch it left behind and
 * every movement of the launchpad's tokens belongs to a trade, a creation or a graduation, and each swap begins at the
 * price the one before it left: where that does not hold logs were left out, and nothing is changes.
 */
export function derive(events: readonly Event.Event[], known: Known, context: Context): Changes.Changes {
  const accumulator = begin(known, context)
  for (const event of events) if (event.kind === 'transfer') rememberPoolTransfer(accumulator, event)
  for (const event of events)
    (APPLY[event.kind] as (accumulator: Accumulator, event: Event.Event) => void)(accumulator, event)
  TransferMatch.requireAll(accumulator.matching)
  for (const launch of accumulator.launches.values()) requireGraduation(launch)
  requireLinks(accumulator)
  const { launches, tokens, trades, transfers, notes, candles, holders, creators, totals } = accumulator
  return { launches, tokens, trades, transfers, notes, candles, holders, creators, totals }
}

const APPLY: {
  [Kind in Event.Event['kind']]: (accumulator: Accumulator, event: Extract<Event.Event, { kind: Kind }>) => void
} = {
  created: applyCreated,
  metadata: applyMetadata,
  trade: applyTrade,
  swap: applySwap,
  transfer: applyTransfer,
  graduated: applyGraduated,
  poolFees(accumulator, event) {
    const launch = launchOf(accumulator, event)
    launch.poolFees += event.eth
    if (event.eth > 0n) note(accumulator, event, { eth: String(event.eth) })
  },
  claimed(accumulator, event) {
    const launch = launchOf(accumulator, event)
    if (!CreatorClaim.isAll(launch, event.amount)) throw new MissingLogs(event, event.token, 'a claim')
    launch.claimed += event.amount
    note(accumulator, event, { amount: String(event.amount) })
  },
  offered(accumulator, event) {
    const launch = launchOf(accumulator, event)
    launch.pendingCreator = event.to === zeroAddress ? null : event.to
    note(accumulator, event, { to: event.to })
  },
  accepted(accumulator, event) {
    const launch = launchOf(accumulator, event)
    if (launch.pendingCreator !== event.to) throw new MissingLogs(event, event.token, 'an offer')
    launch.currentCreator = event.to
    launch.pendingCreator = null
    note(accumulator, event, { to: event.to })
  },
}

function applyCreated(accumulator: Accumulator, event: Event.Created): void {
  const { position: id, token, creator, transactionHash } = event
  const row: Token = {
    id,
    address: token,
    creator,
    name: UntrustedText.oneLine(event.name),
    symbol: UntrustedText.oneLine(event.symbol),
    createdAt: accumulator.context.timeOf(event.block),
    transactionHash,
    metadataUri: null,
    referrer: null,
  }
  accumulator.tokens.push(row)
  accumulator.tokenRows.set(token, row)
  accumulator.launches.set(token, fresh(event))
  accumulator.totals.tokens += 1
  creatorOf(accumulator, creator).tokens += 1
  TransferMatch.expect(accumulator.matching, event, {
    from: zeroAddress,
    to: accumulator.context.factory,
    amount: Curve.cfg.totalSupply,
  })
}

function fresh({ position: id, token, creator }: Event.Created): Launch {
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
function applyMetadata(accumulator: Accumulator, event: Event.Metadata): void {
  const row = accumulator.tokenRows.get(event.token)
  if (!row) throw new MissingLogs(event, event.token, 'the creation')
  row.metadataUri = UntrustedText.oneLine(event.uri) || null
  row.referrer = event.referrer === zeroAddress ? null : event.referrer
}

function applyTrade(accumulator: Accumulator, event: Event.Trade): void {
  const launch = launchOf(accumulator, event)
  const { isBuy, eth, tokens, fee, realEth, sold } = event
  const net = isBuy ? eth - fee : -(eth + fee)
  if (launch.realEth + net !== realEth || launch.sold + (isBuy ? tokens : -tokens) !== sold)
    throw new MissingLogs(event, event.token, 'a trade')
  const before = launch.price
  Object.assign(launch, { realEth, sold }, Price.onCurve(realEth, sold))
  launch.curveFees += fee
  const { factory } = accumulator.context
  const movement = isBuy ? { from: factory, to: event.recipient } : { from: event.trader, to: factory }
  TransferMatch.expect(accumulator.matching, event, { ...movement, amount: tokens })
  record(accumulator, launch, { ...event, before, venue: 'curve', sqrtPriceX96: null })
}

/** The pool names only the contract that swapped; the account that gave or got the tokens is the one of watchList. */
function applySwap(accumulator: Accumulator, event: Event.Swap): void {
  const launch = accumulator.pools.get(event.poolId)
  if (!launch) return
  const before = launch.price
  if (
    !accumulator.context.acceptedSwaps.has(event.position) &&
    !SwapContinuity.follows(event, launch.sqrtPriceX96 ?? 0n)
  )
    accumulator.unlinked.push({ position: event.position, token: launch.token, after: launch.lastTrade })
  Object.assign(launch, { sqrtPriceX96: event.sqrtPriceX96 }, Price.inPool(event.sqrtPriceX96))
  const counterpart = counterpartOf(accumulator, launch, event) ?? event.sender
  record(accumulator, launch, {
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

function applyTransfer(accumulator: Accumulator, event: Event.Transfer): void {
  const launch = accumulator.launches.get(event.token)
  if (!launch) return
  const { position, from, to, amount } = event
  if (amount === 0n) return
  accumulator.transfers.push({ position, tokenId: launch.id, from, to, amount })
  if (from !== zeroAddress) move(accumulator, launch, { holder: from, amount: -amount })
  if (to !== zeroAddress) move(accumulator, launch, { holder: to, amount })
  if (from === accumulator.context.factory || to === accumulator.context.factory)
    TransferMatch.observe(accumulator.matching, event)
}

function applyGraduated(accumulator: Accumulator, event: Event.Graduated): void {
  const launch = launchOf(accumulator, event)
  const { position, transactionHash, poolId, key } = event
  launch.graduation = { position, at: accumulator.context.timeOf(event.block), transactionHash, poolId, key }
  launch.sqrtPriceX96 = event.sqrtPriceX96
  accumulator.pools.set(poolId, launch)
  accumulator.totals.graduated += 1
  creatorOf(accumulator, launch.creator).graduated += 1
  const { factory, poolManager } = accumulator.context
  TransferMatch.expect(accumulator.matching, event, { from: factory, to: poolManager, amount: event.tokens })
  note(accumulator, event, { poolId, key })
}

function rememberPoolTransfer(accumulator: Accumulator, event: Event.Transfer): void {
  const { poolManager } = accumulator.context
  if (event.from !== poolManager && event.to !== poolManager) return
  const list = accumulator.poolTransfers.get(event.transactionHash) ?? []
  list.push(event)
  accumulator.poolTransfers.set(event.transactionHash, list)
}

function counterpartOf(accumulator: Accumulator, launch: Launch, event: Event.Swap): string | undefined {
  const { poolManager } = accumulator.context
  const amount = absolute(event.tokens)
  const transfers =
    accumulator.poolTransfers.get(event.transactionHash)?.filter(({ token }) => token === launch.token) ?? []
  const own = transfers.find((transfer) => transfer.amount === amount) ?? transfers[0]
  return own && (own.from === poolManager ? own.to : own.from)
}

/** The buy that reaches the target graduates the token in the same transaction. */
function requireGraduation({ graduation, lastTrade, token, ...curve }: Launch): void {
  if (graduation || !Curve.isFull(curve)) return
  throw new MissingLogs({ position: lastTrade }, token, 'the graduation')
}

function requireLinks({ unlinked, trades }: Accumulator): void {
  const [first] = unlinked
  if (!first) return
  const swaps = trades.filter(({ venue }) => venue === 'pool').map(({ position }) => position)
  throw new UnlinkedSwaps(first, unlinked, new Set(swaps))
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
