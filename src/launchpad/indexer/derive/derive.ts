import { zeroAddress } from 'viem'
import * as UntrustedText from '#core/UntrustedText.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Price from '#launchpad/contract/Price.ts'
import { BadAnswer } from '#launchpad/indexer/chain/BadAnswer.ts'
import * as Event from '#launchpad/indexer/chain/Event.ts'
import { claimableFees } from '#launchpad/records/claimableFees.ts'
import { BURNED, type Launch, type Token } from '#launchpad/records/Launch.ts'
import {
  type Accumulator,
  begin,
  type Context,
  creatorOf,
  launchOf,
  move,
  note,
  record,
  type StoredState,
} from './Accumulator.ts'
import * as Attribution from './Attribution.ts'
import { applyDonation, applyLiquidity, applySwap, openPool } from './applyPool.ts'
import type * as Changes from './Changes.ts'
import { Contradiction, MissingLogs } from './Contradiction.ts'
import * as TransferMatch from './TransferMatch.ts'

/**
 * The changes that these events make, in chain order. Each trade carries the resulting state of its curve, every transfer to
 * or from the launchpad belongs to a trade, a creation or a graduation, and each swap follows from the price and liquidity
 * before it. Throws a `Contradiction` where that does not hold.
 */
export function derive(events: readonly Event.Event[], known: StoredState, context: Context): Changes.Changes {
  const accumulator = begin(known, context)
  accumulator.attribution = Attribution.create(events)
  for (const event of events) applyEvent(accumulator, event)
  TransferMatch.requireAll(accumulator.matching)
  for (const launch of accumulator.launches.values()) requireGraduation(launch)
  const { launches, tokens, trades, transfers, notes, liquidity, splits, ...sums } = accumulator
  const { ticks, candles, holders, creators, totals } = sums
  return { launches, tokens, trades, transfers, notes, liquidity, splits, ticks, candles, holders, creators, totals }
}

/** An error in the handling of one event affects only its launch. */
function applyEvent(accumulator: Accumulator, event: Event.Event): void {
  try {
    ;(APPLY[event.kind] as (accumulator: Accumulator, event: Event.Event) => void)(accumulator, event)
  } catch (cause) {
    const token = Event.tokenOf(event, (poolId) => accumulator.pools.get(poolId)?.token)
    if (cause instanceof BadAnswer || token === undefined) throw cause
    throw new Contradiction(event, token, { reason: `the ${event.kind} event of ${token} cannot be applied`, cause })
  }
}

const APPLY: {
  [Kind in Event.Event['kind']]: (accumulator: Accumulator, event: Extract<Event.Event, { kind: Kind }>) => void
} = {
  created: applyCreated,
  metadata: applyMetadata,
  options: applyOptions,
  released(accumulator, event) {
    const launch = launchOf(accumulator, event)
    launch.released += event.amount
    note(accumulator, event, { amount: String(event.amount) })
  },
  trade: applyTrade,
  swap: applySwap,
  liquidity: applyLiquidity,
  donation: applyDonation,
  split({ splits, accountsOf }, { position, split, accounts }) {
    accountsOf.set(split, new Set(accounts))
    for (const account of new Set(accounts)) splits.push({ position, split, account })
  },
  transfer: applyTransfer,
  graduated: applyGraduated,
  poolFees(accumulator, event) {
    const launch = launchOf(accumulator, event)
    // An empty collection or claim leaves no state in the contract, so its absence could not be detected.
    if (event.eth === 0n && launch.collectedGrowth0 === launch.feeGrowth0) return
    launch.poolFees += event.eth
    launch.collectedGrowth0 = launch.feeGrowth0
    note(accumulator, event, { eth: String(event.eth), growth: String(launch.feeGrowth0) })
  },
  claimed(accumulator, event) {
    const launch = launchOf(accumulator, event)
    if (event.amount !== claimableFees(launch)) throw new MissingLogs(event, event.token, 'a claim')
    if (event.amount === 0n) return
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
    feeHolder: creator,
    openingSeconds: 0,
    openingEndsAt: 0,
    lockDays: 0,
    locked: 0n,
    released: 0n,
    burned: 0n,
    realEth: 0n,
    sold: 0n,
    ...Price.onCurve(Curve.untouched),
    volume: 0n,
    volume24h: 0n,
    backedVolume: 0n,
    backedVolume24h: 0n,
    outsideVolume24h: 0n,
    outsideEth: 0n,
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
    poolTick: null,
    feeGrowth0: 0n,
    feeGrowth1: 0n,
    collectedGrowth0: 0n,
  }
}

/** Emitted by the transaction that creates the token. */
function applyMetadata(accumulator: Accumulator, event: Event.Metadata): void {
  const row = accumulator.tokenRows.get(event.token)
  if (!row) throw new MissingLogs(event, event.token, 'the creation')
  row.metadataUri = UntrustedText.oneLine(event.uri) || null
  row.referrer = event.referrer === zeroAddress ? null : event.referrer
}

/** Emitted with the creation too. */
function applyOptions(accumulator: Accumulator, event: Event.Options): void {
  const row = accumulator.tokenRows.get(event.token)
  if (!row) throw new MissingLogs(event, event.token, 'the creation')
  const { feeHolder, openingSeconds, lockDays } = event
  const openingEndsAt = openingSeconds === 0 ? 0 : row.createdAt + openingSeconds
  const launch = launchOf(accumulator, event)
  Object.assign(launch, { feeHolder, currentCreator: feeHolder, openingSeconds, openingEndsAt, lockDays })
}

function applyTrade(accumulator: Accumulator, event: Event.Trade): void {
  const launch = launchOf(accumulator, event)
  const { isBuy, eth, tokens, fee, realEth, sold } = event
  const net = isBuy ? eth - fee : -(eth + fee)
  const withheld = isBuy ? sold - launch.sold - tokens : 0n
  const isSold = isBuy ? withheld === withheldFrom(accumulator, launch, event) : launch.sold - tokens === sold
  if (launch.realEth + net !== realEth || !isSold) throw new MissingLogs(event, event.token, 'a trade')
  const before = launch.price
  Object.assign(launch, { realEth, sold }, Price.onCurve(event, launch.burned))
  launch.curveFees += fee
  const { factory } = accumulator.context
  const movement = isBuy ? { from: factory, to: event.recipient } : { from: event.trader, to: factory }
  TransferMatch.expect(accumulator.matching, event, { ...movement, amount: tokens })
  if (withheld > 0n) TransferMatch.expect(accumulator.matching, event, { from: factory, to: BURNED, amount: withheld })
  record(accumulator, launch, {
    ...event,
    before,
    venue: 'curve',
    backed: eth,
    sqrtPriceX96: null,
    poolTick: null,
    feeGrowth0: null,
    feeGrowth1: null,
  })
}

/** The tokens that an opening burns of a buy at this moment. */
function withheldFrom({ context }: Accumulator, launch: Launch, event: Event.Trade): bigint {
  const { openingSeconds, openingEndsAt } = launch
  if (openingSeconds === 0) return 0n
  const elapsed = openingSeconds - (openingEndsAt - context.timeOf(event.block))
  const moved = event.sold - launch.sold
  const isLocked = isLockedBuy(launch, event)
  return Curve.withheldUp(
    moved,
    isLocked ? Curve.firstBuySurchargeBps(launch) : Curve.surchargeBps(openingSeconds, elapsed),
  )
}

/** The creator's locked first buy; any later buy for the token's own address is a buy like any other. */
function isLockedBuy({ lockDays, trades, token }: Launch, { recipient }: Event.Trade): boolean {
  return lockDays > 0 && trades === 0 && recipient === token
}

function applyTransfer(accumulator: Accumulator, event: Event.Transfer): void {
  const launch = accumulator.launches.get(event.token)
  if (!launch) return
  const { position, block, from, to, amount } = event
  if (amount === 0n) return
  const at = accumulator.context.timeOf(block)
  accumulator.transfers.push({ position, tokenId: launch.id, at, from, to, amount })
  if (from !== zeroAddress) move(accumulator, launch, { holder: from, amount: -amount })
  if (to !== zeroAddress) move(accumulator, launch, { holder: to, amount })
  if (from === launch.token) launch.locked -= amount
  if (to === launch.token) launch.locked += amount
  if (to === BURNED) burn(launch, amount)
  if (from === accumulator.context.factory || to === accumulator.context.factory)
    TransferMatch.observe(accumulator.matching, event)
}

function applyGraduated(accumulator: Accumulator, event: Event.Graduated): void {
  const launch = launchOf(accumulator, event)
  const { position, transactionHash, poolId, key } = event
  launch.graduation = { position, at: accumulator.context.timeOf(event.block), transactionHash, poolId, key }
  openPool(accumulator, launch, event)
  accumulator.totals.graduated += 1
  creatorOf(accumulator, launch.creator).graduated += 1
  const { factory, poolManager } = accumulator.context
  TransferMatch.expect(accumulator.matching, event, { from: factory, to: poolManager, amount: event.tokens })
  note(accumulator, event, { poolId, key })
}

/** The price stays that of the last trade, which may be the buy on the curve that graduated the token. */
function burn(launch: Launch, amount: bigint): void {
  launch.burned += amount
  const { sqrtPriceX96, burned, graduation, lastTrade } = launch
  const isPooled = sqrtPriceX96 !== null && graduation !== null && lastTrade > graduation.position
  Object.assign(launch, isPooled ? Price.inPool(sqrtPriceX96, burned) : Price.onCurve(launch, burned))
}

/** The buy that reaches the target graduates the token in the same transaction. */
function requireGraduation({ graduation, lastTrade, token, ...curve }: Launch): void {
  if (graduation || !Curve.isFull(curve)) return
  throw new MissingLogs({ position: lastTrade }, token, 'the graduation')
}
