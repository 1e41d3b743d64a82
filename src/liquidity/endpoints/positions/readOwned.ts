import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { hookWarnings, permissionWarnings } from '#liquidity/answer/poolWarnings.ts'
import { taxWarnings } from '#liquidity/checks/transferTax.ts'
import type { Protocol } from '#liquidity/deployment.ts'
import { knownPairs } from '#liquidity/pools/knownPairs.ts'
import { type Pair, readPairs } from '#liquidity/pools/readPairs.ts'
import { readV3Owned, type V3Position } from '#liquidity/pools/readV3Positions.ts'
import { readV4Positions, type V4Position } from '#liquidity/pools/readV4Positions.ts'
import { receivedIds } from '#liquidity/pools/receivedIds.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Tick from '#uniswap/Tick.ts'
import * as V2 from '#uniswap/V2.ts'
import { type PositionCursor, STAGES, type Stage } from './PositionCursor.ts'

export type Status = 'IN_RANGE' | 'OUT_OF_RANGE' | 'CLOSED' | 'CLOSED_WITH_FEES'

/** A position of any protocol as the listing shows it. */
export type OwnedPosition = {
  protocol: Protocol
  status: Status
  tokenId?: string
  isPermissioned?: boolean
  poolReference: string
  token0: Token
  token1: Token
  fee: number
  tickSpacing?: number
  hookAddress?: Address
  tickLower?: number
  tickUpper?: number
  currentTick?: number
  sqrtRatioX96?: string
  liquidity: string
  amounts: Liquidity.Amounts
  fees?: Liquidity.Amounts
  warnings: Warning[]
}

type Incomplete = { protocol: Protocol; reason: string }
type Page = { found: OwnedPosition[]; next?: PositionCursor | undefined; incomplete: Incomplete[] }
/** A window of a stage: its entries from the offset on, undefined for closed ones, and whether it is the last. */
type Window = { places: readonly (OwnedPosition | undefined)[]; isLast: boolean; incomplete?: Incomplete }

/** The entries per read, independent of the page size. */
const WINDOW = 25
/** A page ends after this many reads, even if it is empty. */
const READS_MAX = 10

/** A page of an owner's positions, stage after stage until it is full. */
export async function readOwned(
  chain: Chain,
  owner: Address,
  { from, limit }: { from: PositionCursor; limit: number },
): Promise<Page> {
  const found: OwnedPosition[] = []
  const incomplete: Incomplete[] = []
  let place: PositionCursor | undefined = from
  for (let reads = 0; place && found.length < limit && reads < READS_MAX; reads++) {
    const { stage, offset }: PositionCursor = place
    const { places, isLast, incomplete: gap }: Window = await READERS[stage](chain, owner, offset)
    const passed = take(places, found, limit)
    if (gap && !incomplete.some(({ reason }) => reason === gap.reason)) incomplete.push(gap)
    place = isLast && passed === places.length ? after(stage) : { stage, offset: offset + passed }
  }
  return { found, next: place, incomplete }
}

// Fills the page and returns the number of entries it used.
function take(places: Window['places'], found: OwnedPosition[], limit: number): number {
  let passed = 0
  for (; passed < places.length && found.length < limit; passed++) {
    const position = places[passed]
    if (position) found.push(position)
  }
  return passed
}

function after(stage: Stage): PositionCursor | undefined {
  const next = STAGES[STAGES.indexOf(stage) + 1]
  return next && { stage: next, offset: 0 }
}

const NOTHING: Window = { places: [], isLast: true }

const READERS: Record<Stage, (chain: Chain, owner: Address, offset: number) => Promise<Window>> = {
  V3: readV3,
  V4: (chain, owner, offset) => readV4(chain, owner, { offset, manager: chain.facts.uniswap.v4?.positionManager }),
  V4_PERMISSIONED: (chain, owner, offset) =>
    readV4(chain, owner, { offset, manager: chain.facts.uniswap.v4?.permissionedPositionManager }),
  V2: readV2,
}

async function readV3(chain: Chain, owner: Address, offset: number): Promise<Window> {
  const { v3 } = chain.facts.uniswap
  if (!v3) return NOTHING
  const watch = { wallet: owner, tokens: [] }
  const { items, total } = await readV3Owned(chain, v3, { from: offset, count: WINDOW, watch })
  return { places: items.map((position) => position && fromV3(position)), isLast: offset + items.length >= total }
}

// v4 has no list of a wallet's positions: the logs show every position it ever received, and the chain shows the
// current owners.
async function readV4(
  chain: Chain,
  owner: Address,
  { offset, manager }: { offset: number; manager: Address | undefined },
): Promise<Window> {
  const { v4 } = chain.facts.uniswap
  if (!v4 || !manager) return NOTHING
  const ids = await receivedIds(chain, { manager, owner })
  if (!ids) {
    const reason = 'The node does not serve logs over the whole chain, and v4 positions are found by logs.'
    return { ...NOTHING, incomplete: { protocol: 'V4', reason } }
  }
  const window = ids.slice(offset, offset + WINDOW)
  if (window.length === 0) return NOTHING
  const contracts = { stateView: v4.stateView, positionManager: manager }
  const { items } = await readV4Positions(chain, contracts, { ids: window, watch: { wallet: owner, tokens: [] } })
  const isPermissioned = manager === v4.permissionedPositionManager
  const places = items.map((position) => (position?.owner === owner ? fromV4(position, isPermissioned) : undefined))
  return { places, isLast: offset + window.length >= ids.length }
}

async function readV2(chain: Chain, owner: Address, offset: number): Promise<Window> {
  const { v2 } = chain.facts.uniswap
  if (!v2) return NOTHING
  const { pairs, isAll } = await knownPairs(chain, v2.factory)
  const window = pairs.slice(offset, offset + WINDOW)
  if (window.length === 0) return NOTHING
  const queries = window.map((pair) => ({ pair }))
  const { items } = await readPairs(chain, v2.factory, { queries, watch: { wallet: owner, tokens: [] } })
  const places = items.map((pair) => (pair && pair.walletLiquidity > 0n ? fromPair(pair) : undefined))
  const incomplete = {
    protocol: 'V2' as const,
    reason: 'There are too many pairs to read them all; only the newest were read.',
  }
  return { places, isLast: offset + window.length >= pairs.length, ...(!isAll && { incomplete }) }
}

function fromV3(position: V3Position): OwnedPosition {
  return {
    protocol: 'V3',
    poolReference: position.pool,
    fee: position.fee,
    tickSpacing: position.tickSpacing,
    warnings: [],
    ...concentrated(position),
  }
}

function fromV4(position: V4Position, isPermissioned: boolean): OwnedPosition {
  const { fee, tickSpacing, hooks } = position.key
  return {
    protocol: 'V4',
    poolReference: position.poolId,
    fee,
    tickSpacing,
    hookAddress: hooks,
    ...(isPermissioned && { isPermissioned }),
    warnings: [...(isPermissioned ? permissionWarnings(undefined) : []), ...hookWarnings({ hooks, fee })],
    ...concentrated(position),
  }
}

function concentrated(position: V3Position | V4Position) {
  const { id, token0, token1, tickLower, tickUpper, tick, sqrtRatioX96, liquidity, fees } = position
  const bounds = { lowerX96: Tick.toSqrtRatio(tickLower), upperX96: Tick.toSqrtRatio(tickUpper) }
  return {
    status: statusOf(position),
    tokenId: id.toString(),
    token0,
    token1,
    tickLower,
    tickUpper,
    currentTick: tick,
    sqrtRatioX96: sqrtRatioX96.toString(),
    liquidity: liquidity.toString(),
    amounts: Liquidity.amountsDown(sqrtRatioX96, bounds, liquidity),
    fees,
  }
}

function statusOf({ liquidity, fees, tick, tickLower, tickUpper }: V3Position | V4Position): Status {
  if (liquidity === 0n) return fees.amount0 > 0n || fees.amount1 > 0n ? 'CLOSED_WITH_FEES' : 'CLOSED'
  return tick >= tickLower && tick < tickUpper ? 'IN_RANGE' : 'OUT_OF_RANGE'
}

function fromPair(pair: Pair): OwnedPosition {
  return {
    protocol: 'V2',
    status: 'IN_RANGE',
    poolReference: pair.address,
    token0: pair.token0,
    token1: pair.token1,
    fee: 3000,
    liquidity: pair.walletLiquidity.toString(),
    amounts: V2.withdrawal(pair.walletLiquidity, pair.balances, V2.supplyWithFee(pair, pair)),
    warnings: taxWarnings([pair.token0, pair.token1], [pair.arriving0, pair.arriving1]),
  }
}
