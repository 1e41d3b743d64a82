import type { z } from 'zod'
import { BPS, min } from '#core/bigint.ts'
import { toAddress } from '#core/wire.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Opening from '#launchpad/contract/Opening.ts'
import type * as Candle from '#launchpad/records/Candle.ts'
import { claimableFees } from '#launchpad/records/claimableFees.ts'
import type { Launch, PoolKey, Token, Trade } from '#launchpad/records/Launch.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { imitation } from './lookalike.ts'
import type * as wire from './schemas.ts'

/** The deployment, for links in responses. */
export type Site = {
  baseUrl: string
  /** Null on a development chain, because the public explorer shows another chain with the same id. */
  explorerUrl: string | null
  /** The earliest time of the next block, in milliseconds. */
  now: () => number
  /** Symbols and names of tokens of this chain that a launch must not be mistaken for. */
  listed: readonly string[]
}

const Q128 = 1n << 128n

export function toToken(row: Token, launch: Launch, site: Site): z.output<typeof wire.Token> {
  return {
    ...identity(row, site),
    feeHolder: launch.feeHolder === row.creator ? null : toAddress(launch.feeHolder),
    opening: toOpening(launch, site.now()),
    lock: toLock(launch),
    currentCreator: toAddress(launch.currentCreator),
    pendingCreator: optionalAddress(launch.pendingCreator),
    createdAtBlock: Position.block(row.id),
    createdAtTimestamp: toDate(row.createdAt),
    createdAtTx: row.transactionHash,
    ...toProgress(launch),
    lastTradeAt: optionalDate(launch.lastTradeAt),
    ...toGraduation(launch),
    creatorFees: toCreatorFees(launch),
    metadata: null,
    metadataUri: row.metadataUri,
    referrer: optionalAddress(row.referrer),
    indexed: true,
  }
}

type Fees = Pick<Launch, 'curveFees' | 'poolFees' | 'claimed' | 'feeGrowth0' | 'collectedGrowth0'>

export function toCreatorFees(launch: Fees): NonNullable<z.output<typeof wire.Token>['creatorFees']> {
  const { claimed, feeGrowth0, collectedGrowth0 } = launch
  const uncollected = ((feeGrowth0 - collectedGrowth0) * Curve.pool.liquidity) / Q128
  const claimable = claimableFees(launch, uncollected)
  const pending = claimable - claimableFees(launch)
  return { claimable: String(claimable), pendingInPool: String(pending), claimed: String(claimed) }
}

function toOpening(
  { openingSeconds: seconds, openingEndsAt: endsAt }: Launch,
  nowMs: number,
): z.output<typeof wire.Opening> | null {
  return seconds === 0 ? null : openingAt({ endsAt: toDate(endsAt), seconds }, nowMs)
}

/** An opening at the earliest time of the next block. */
export function openingAt(
  { endsAt, seconds }: Pick<z.output<typeof wire.Opening>, 'endsAt' | 'seconds'>,
  nowMs: number,
): z.output<typeof wire.Opening> {
  const { at, surchargeBps } = Opening.at({ seconds, endsAt: endsAt.getTime() / 1000 }, Math.floor(nowMs / 1000))
  return { endsAt, seconds, at: toDate(at), surchargeBps }
}

function toLock({ lockDays: days, locked, released }: Launch): z.output<typeof wire.Lock> | null {
  return days === 0 ? null : { days, amount: String(locked + released), released: String(released) }
}

export function identity(
  { address, name, symbol, creator }: Pick<Token, 'address' | 'name' | 'symbol' | 'creator'>,
  { baseUrl, explorerUrl, listed }: Site,
) {
  const checksummed = toAddress(address)
  return {
    address: checksummed,
    name,
    symbol,
    untrusted: true as const,
    imitates: imitation([symbol, name], listed) ?? null,
    creator: toAddress(creator),
    links: { page: `${baseUrl}/launch/${checksummed}`, explorer: explorerUrl && `${explorerUrl}/token/${checksummed}` },
  }
}

export function toProgress(launch: Launch): z.output<typeof wire.Progress> {
  return {
    address: toAddress(launch.token),
    ...raised(launch),
    priceEth: String(launch.price),
    marketCapEth: String(launch.marketCap),
    burned: String(launch.burned),
    volumeEth: String(launch.volume),
    volume24hEth: String(launch.volume24h),
    feeBackedVolumeEth: String(launch.backedVolume),
    feeBackedVolume24hEth: String(launch.backedVolume24h),
    outsideVolume24hEth: String(launch.outsideVolume24h),
    raisedByOthersEth: String(raisedByOthers(launch)),
    treasuryFees24hEth: String(Curve.treasuryFees(launch.backedVolume24h)),
    trades: launch.trades,
    trades24h: launch.trades24h,
    holders: launch.holders,
    graduated: launch.graduation !== null,
  }
}

export function raised({ realEth, sold }: Pick<Launch, 'realEth' | 'sold'>) {
  return {
    realEthRaised: String(realEth),
    gradEthTarget: String(Curve.cfg.gradEthTarget),
    progressBps: Curve.progressBps({ realEth, sold }),
    tokensSold: String(sold),
  }
}

export function toGraduation({ token, graduation }: Launch): z.output<typeof wire.Graduation> {
  return {
    address: toAddress(token),
    graduatedAt: optionalDate(graduation?.at ?? null),
    graduatedAtBlock: graduation && Position.block(graduation.position),
    graduatedAtTx: graduation?.transactionHash ?? null,
    poolId: graduation?.poolId ?? null,
    poolKey: graduation && toPoolKey(graduation.key),
  }
}

function toPoolKey({ currency0, currency1, hooks, ...rest }: PoolKey): z.output<typeof wire.PoolKey> {
  return { currency0: toAddress(currency0), currency1: toAddress(currency1), ...rest, hooks: toAddress(hooks) }
}

export function toTrade(row: Trade): z.output<typeof wire.Trade> {
  return {
    address: toAddress(row.token),
    block: Position.block(row.position),
    logIndex: Position.logIndex(row.position),
    timestamp: toDate(row.at),
    transactionHash: row.transactionHash,
    venue: row.venue,
    side: row.isBuy ? 'buy' : 'sell',
    trader: toAddress(row.trader),
    recipient: toAddress(row.recipient),
    ethAmount: String(row.eth),
    feeBackedEth: String(row.backed),
    tokenAmount: String(row.tokens),
    fee: optionalDigits(row.fee),
    priceEth: String(row.price),
    realEthRaised: optionalDigits(row.realEth),
    tokensSold: optionalDigits(row.sold),
  }
}

export function toCandle(candle: Candle.Candle): z.output<typeof wire.Candle> {
  return {
    time: toDate(candle.start),
    open: String(candle.open),
    high: String(candle.high),
    low: String(candle.low),
    close: String(candle.close),
    volumeEth: String(candle.volumeEth),
    volumeTokens: String(candle.volumeTokens),
    trades: candle.trades,
  }
}

/** Never more than the curve holds: others may also sell tokens that the creator bought. */
function raisedByOthers({ outsideEth, realEth }: Launch): bigint {
  if (outsideEth < 0n) return 0n
  return min(outsideEth, realEth)
}

/** Part of the supply in hundredths of a percent, rounded down. */
export function shareBps(amount: bigint): number {
  return Number((amount * BPS) / Curve.cfg.totalSupply)
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}

function optionalDate(seconds: number | null): Date | null {
  return seconds === null ? null : toDate(seconds)
}

function optionalAddress(address: string | null) {
  return address === null ? null : toAddress(address)
}

function optionalDigits(amount: bigint | null): string | null {
  return amount === null ? null : String(amount)
}
