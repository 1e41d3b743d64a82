import { type ContractEventName, getAbiItem, type Hex, parseAbiItem, toEventSelector } from 'viem'
import { feeSplitFactoryAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import type { PoolKey } from '#launchpad/records/Launch.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { layoutOf } from './eventLayout.ts'
import type { Log } from './Log.ts'
import { address, decoded, strings, tick, topic, word } from './logWords.ts'

type EventPosition = { position: number; block: number; transactionHash: string }

export type Created = EventPosition & { kind: 'created'; token: string; creator: string; name: string; symbol: string }
export type Metadata = EventPosition & { kind: 'metadata'; token: string; referrer: string; uri: string }
/** The terms of a launch that is not plain, emitted by the transaction that creates the token. */
export type Options = EventPosition & {
  kind: 'options'
  token: string
  feeHolder: string
  openingSeconds: number
  lockDays: number
}
/** Tokens of a locked first buy went to the holder of the creator's right. */
export type Released = EventPosition & { kind: 'released'; token: string; amount: bigint }
export type Trade = EventPosition & {
  kind: 'trade'
  token: string
  trader: string
  recipient: string
  isBuy: boolean
  eth: bigint
  tokens: bigint
  fee: bigint
  realEth: bigint
  sold: bigint
}
export type Graduated = EventPosition & {
  kind: 'graduated'
  token: string
  poolId: string
  key: PoolKey
  sqrtPriceX96: bigint
  tokens: bigint
}
export type PoolFees = EventPosition & { kind: 'poolFees'; token: string; eth: bigint }
export type Claimed = EventPosition & { kind: 'claimed'; token: string; amount: bigint }
/** The creator's right was offered or, to the zero address, withdrawn. */
export type Offered = EventPosition & { kind: 'offered'; token: string; to: string }
/** The creator's right passed on. */
export type Accepted = EventPosition & { kind: 'accepted'; token: string; to: string }
export type Transfer = EventPosition & { kind: 'transfer'; token: string; from: string; to: string; amount: bigint }
/** A swap in a pool: the amounts its caller received, negative where it paid. */
export type Swap = EventPosition & {
  kind: 'swap'
  poolId: string
  sender: string
  eth: bigint
  tokens: bigint
  sqrtPriceX96: bigint
  liquidity: bigint
  tick: number
  /** Of the whole input, in millionths. */
  fee: number
}
/** A position in a pool grew or shrank; a change of zero collects its fees. */
export type Liquidity = EventPosition & {
  kind: 'liquidity'
  poolId: string
  sender: string
  /** Distinguishes the positions of one sender; the position manager puts the id of its NFT here. */
  salt: string
  tickLower: number
  tickUpper: number
  delta: bigint
}
/** A fee split was created; anyone can create one. */
type Split = EventPosition & { kind: 'split'; split: string; accounts: readonly string[] }
/** A donation to the liquidity in range. */
export type Donation = EventPosition & { kind: 'donation'; poolId: string; eth: bigint; tokens: bigint }

export type Event =
  | Created
  | Metadata
  | Options
  | Released
  | Trade
  | Graduated
  | PoolFees
  | Claimed
  | Offered
  | Accepted
  | Transfer
  | Swap
  | Liquidity
  | Donation
  | Split

/** The token that an event concerns; `ofPool` returns that of a pool. */
export function tokenOf(event: Event, ofPool: (poolId: string) => string | undefined): string | undefined {
  if ('token' in event) return event.token
  return 'poolId' in event ? ofPool(event.poolId) : undefined
}

/** The contracts whose logs count; others may emit the same topics. */
export type Emitters = { factory: string; poolManager: string; splitFactory: string }

export const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const swap = parseAbiItem(
  'event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)',
)
const modifyLiquidity = parseAbiItem(
  'event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 tickLower, int24 tickUpper, int256 liquidityDelta, bytes32 salt)',
)
const donate = parseAbiItem(
  'event Donate(bytes32 indexed id, address indexed sender, uint256 amount0, uint256 amount1)',
)
export const SWAP = toEventSelector(swap)
const [SWAPPED, MODIFIED, DONATED] = [layoutOf(swap), layoutOf(modifyLiquidity), layoutOf(donate)]
type Reader = (log: Log, at: EventPosition) => Event

const POOL_READERS: Record<string, Reader> = {
  [SWAP]: readSwap,
  [toEventSelector(modifyLiquidity)]: readLiquidity,
  [toEventSelector(donate)]: readDonation,
}
/** Events that change a pool's price, liquidity or fees. */
export const POOL_TOPICS = Object.keys(POOL_READERS)
export const TOKEN_CREATED = selectorOf('TokenCreated')
const splitCreated = getAbiItem({ abi: feeSplitFactoryAbi, name: 'FeeSplitCreated' })
const SPLIT_CREATED = toEventSelector(splitCreated)

const TRADE = layoutOf(named('Trade'))
const GRADUATED = layoutOf(named('Graduated'))
const OPTIONS = layoutOf(named('OptionsSet'))
const RELEASED = layoutOf(named('LockReleased'))
const COLLECTED = layoutOf(named('PoolFeesCollected'))
const CLAIMED = layoutOf(named('FeesClaimed'))
const OFFERED = layoutOf(named('CreatorTransferStarted'))
const ACCEPTED = layoutOf(named('CreatorTransferred'))

const FACTORY_READERS: Record<string, Reader> = {
  [TOKEN_CREATED]: readCreated,
  [selectorOf('MetadataSet')]: readMetadata,
  [selectorOf('OptionsSet')]: (log, at) => ({
    ...at,
    kind: 'options',
    token: topic(log, OPTIONS.token),
    feeHolder: topic(log, OPTIONS.feeHolder),
    openingSeconds: Number(word(log, OPTIONS.openingSeconds)),
    lockDays: Number(word(log, OPTIONS.lockDays)),
  }),
  [selectorOf('LockReleased')]: (log, at) => ({
    ...at,
    kind: 'released',
    token: topic(log, RELEASED.token),
    amount: word(log, RELEASED.amount),
  }),
  [selectorOf('Trade')]: readTrade,
  [selectorOf('Graduated')]: readGraduated,
  [selectorOf('PoolFeesCollected')]: (log, at) => ({
    ...at,
    kind: 'poolFees',
    token: topic(log, COLLECTED.token),
    eth: word(log, COLLECTED.ethAmount),
  }),
  [selectorOf('FeesClaimed')]: (log, at) => ({
    ...at,
    kind: 'claimed',
    token: topic(log, CLAIMED.token),
    amount: word(log, CLAIMED.amount),
  }),
  [selectorOf('CreatorTransferStarted')]: (log, at) => ({
    ...at,
    kind: 'offered',
    token: topic(log, OFFERED.token),
    to: topic(log, OFFERED.to),
  }),
  [selectorOf('CreatorTransferred')]: (log, at) => ({
    ...at,
    kind: 'accepted',
    token: topic(log, ACCEPTED.token),
    to: topic(log, ACCEPTED.to),
  }),
}

/** The events of these logs that can concern a launch. */
export function readAll(logs: readonly Log[], emitters: Emitters): Event[] {
  return logs.flatMap((log) => read(log, emitters) ?? [])
}

/**
 * The event of a log, or undefined if it cannot concern a launch. A transfer may be of a foreign token and a swap in a foreign
 * pool; the caller, who knows the launches, must check.
 */
export function read(log: Log, { factory, poolManager, splitFactory }: Emitters): Event | undefined {
  const [selector = ''] = log.topics
  if (selector === TRANSFER) return isErc20(log) ? readTransfer(log, positionOf(log)) : undefined
  if (log.address === factory) return FACTORY_READERS[selector]?.(log, positionOf(log))
  if (log.address === splitFactory) return selector === SPLIT_CREATED ? readSplit(log, positionOf(log)) : undefined
  return log.address === poolManager ? POOL_READERS[selector]?.(log, positionOf(log)) : undefined
}

function positionOf({ block, logIndex, transactionHash }: Log): EventPosition {
  return { position: Position.of(block, logIndex), block, transactionHash }
}

/** An ERC-721 has the same topic and one indexed argument more. */
function isErc20({ topics, data }: Log): boolean {
  return topics.length === 3 && data.length === 66
}

function readTrade(log: Log, at: EventPosition): Trade {
  return {
    ...at,
    kind: 'trade',
    token: topic(log, TRADE.token),
    trader: topic(log, TRADE.trader),
    recipient: address(log, TRADE.recipient),
    isBuy: word(log, TRADE.isBuy) === 1n,
    eth: word(log, TRADE.ethAmount),
    tokens: word(log, TRADE.tokenAmount),
    fee: word(log, TRADE.fee),
    realEth: word(log, TRADE.realEth),
    sold: word(log, TRADE.sold),
  }
}

function readTransfer(log: Log, at: EventPosition): Transfer {
  const [from, to] = [topic(log, 1), topic(log, 2)]
  return { ...at, kind: 'transfer', token: log.address, from, to, amount: word(log, 0) }
}

function readSwap(log: Log, at: EventPosition): Swap {
  return {
    ...at,
    kind: 'swap',
    poolId: log.topics[1] ?? '',
    sender: topic(log, SWAPPED.sender),
    eth: BigInt.asIntN(128, word(log, SWAPPED.amount0)),
    tokens: BigInt.asIntN(128, word(log, SWAPPED.amount1)),
    sqrtPriceX96: word(log, SWAPPED.sqrtPriceX96),
    liquidity: word(log, SWAPPED.liquidity),
    tick: tick(log, SWAPPED.tick),
    fee: Number(word(log, SWAPPED.fee)),
  }
}

function readLiquidity(log: Log, at: EventPosition): Liquidity {
  return {
    ...at,
    kind: 'liquidity',
    poolId: log.topics[1] ?? '',
    sender: topic(log, MODIFIED.sender),
    salt: String(word(log, MODIFIED.salt)),
    tickLower: tick(log, MODIFIED.tickLower),
    tickUpper: tick(log, MODIFIED.tickUpper),
    delta: BigInt.asIntN(256, word(log, MODIFIED.liquidityDelta)),
  }
}

function readDonation(log: Log, at: EventPosition): Donation {
  const [eth, tokens] = [word(log, DONATED.amount0), word(log, DONATED.amount1)]
  return { ...at, kind: 'donation', poolId: log.topics[1] ?? '', eth, tokens }
}

function readSplit(log: Log, at: EventPosition): Split {
  const [, accounts] = splitCreated.inputs
  const [listed = []] = decoded(log, [accounts]) as [string[]]
  return { ...at, kind: 'split', split: topic(log, 1), accounts: listed.map((account) => account.toLowerCase()) }
}

function readCreated(log: Log, at: EventPosition): Created {
  const [name = '', symbol = ''] = strings(log, 2)
  return { ...at, kind: 'created', token: topic(log, 1), creator: topic(log, 2), name, symbol }
}

function readMetadata(log: Log, at: EventPosition): Metadata {
  const [uri = ''] = strings(log, 1)
  return { ...at, kind: 'metadata', token: topic(log, 1), referrer: topic(log, 2), uri }
}

function readGraduated(log: Log, at: EventPosition): Graduated {
  const key = {
    currency0: address(log, GRADUATED.key),
    currency1: address(log, GRADUATED.key + 1),
    fee: Number(word(log, GRADUATED.key + 2)),
    tickSpacing: tick(log, GRADUATED.key + 3),
    hooks: address(log, GRADUATED.key + 4),
  }
  const [token, poolId = ''] = [topic(log, GRADUATED.token), log.topics[GRADUATED.poolId]]
  const [sqrtPriceX96, tokens] = [word(log, GRADUATED.sqrtPriceX96), word(log, GRADUATED.tokenLiquidity)]
  return { ...at, kind: 'graduated', token, poolId, key, sqrtPriceX96, tokens }
}

function selectorOf(name: ContractEventName<typeof launchpadAbi>): Hex {
  return toEventSelector(named(name))
}

type Named<Name extends string> = Extract<(typeof launchpadAbi)[number], { type: 'event'; name: Name }>

function named<Name extends ContractEventName<typeof launchpadAbi>>(name: Name): Named<Name> {
  return launchpadAbi.find((item) => item.type === 'event' && item.name === name) as Named<Name>
}
