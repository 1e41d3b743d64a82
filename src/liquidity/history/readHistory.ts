import { type Address, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { v3Of, v4Of } from '#liquidity/deployment.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { readV4Positions } from '#liquidity/pools/readV4Positions.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { type Move, type PositionName, type Read, requireFew, type Span, Unreadable } from './Move.ts'
import { readMint } from './readMint.ts'
import { readV3Moves } from './readV3Moves.ts'
import { readV4Moves } from './readV4Moves.ts'
import { sumsOf } from './results.ts'

/** A position as of one block. */
export type Present = {
  poolReference: Hex
  token0: Hex
  token1: Hex
  tickLower: number
  tickUpper: number
  liquidity: bigint
  sqrtRatioX96: bigint
  holds: Liquidity.Amounts
  uncollected: Liquidity.Amounts
}

export type Snapshot = { block: number; present: Present | undefined }

const NOBODY = { wallet: zeroAddress, tokens: [] }
/** Blocks that are read again, because they may have been replaced. */
const REREAD = 64

/** The position now; undefined if it was never minted or is burned. */
export async function readPresent(chain: Chain, { protocol, tokenId }: PositionName): Promise<Snapshot> {
  const request = { ids: [tokenId], watch: NOBODY }
  const { block, items } =
    protocol === 'V3'
      ? await readV3Positions(chain, v3Of(chain.facts), request)
      : await readV4Positions(chain, v4Of(chain.facts), request)
  const [position] = items
  if (!position) return { block: Number(block.number), present: undefined }
  const { tickLower, tickUpper, liquidity, sqrtRatioX96 } = position
  const present = {
    ...{ tickLower, tickUpper, liquidity, sqrtRatioX96, uncollected: position.fees },
    poolReference: 'pool' in position ? position.pool : position.poolId,
    token0: position.token0.address,
    token1: position.token1.address,
    holds: Liquidity.amountsDown(sqrtRatioX96, Liquidity.boundsOf({ tickLower, tickUpper }), liquidity),
  }
  return { block: Number(block.number), present }
}

type KnownHistory = {
  place: Pick<Present, 'poolReference' | 'tickLower' | 'tickUpper'>
  moves: readonly Move[]
  /** The last block that is included; -1 before the first read. */
  block: number
  present: Present | undefined
}
type HistoryRequest = { name: PositionName; to: number; present: Pick<Present, 'liquidity' | 'uncollected'> }

/**
 * The changes up to a block, or up to an earlier one where the node serves only short ranges. Throws `Unreadable` if
 * they reach that block and do not add up to the position: a log is missing.
 */
export async function readMoves(chain: Chain, asked: HistoryRequest, known: KnownHistory): Promise<Read> {
  const from = await firstBlock(chain, asked, known)
  const { moves, to } = await readNew(chain, asked.name, { place: known.place, span: { from, to: asked.to } })
  const all = [...known.moves.filter((move) => move.block < from), ...moves]
  requireFew(all)
  if (to === asked.to) requireSum(chain, all, asked)
  // A block that is read while others wait may be replaced before the next read.
  return { moves: all, to: to === asked.to ? to : Math.max(from - 1, Math.min(to, asked.to - REREAD)) }
}

function firstBlock(
  chain: Chain,
  { name, to }: HistoryRequest,
  { block, present }: KnownHistory,
): Promise<number> | number {
  if (block < 0) return readMint(chain, { manager: managerOf(chain.facts, name), tokenId: name.tokenId, to })
  return present ? Math.max(0, Math.min(block, to) - REREAD + 1) : block + 1
}

/** Every position begins with a deposit, and no fees are negative: an emptied position without logs adds up to nothing. */
function requireSum(chain: Chain, moves: readonly Move[], { name: { protocol }, present }: HistoryRequest): void {
  const sum = moves.reduce((total, move) => total + move.liquidity, 0n)
  const { fees } = sumsOf({ protocol, moves, uncollected: present.uncollected })
  const isWhole = moves[0]?.kind === 'deposit' && fees.amount0 >= 0n && fees.amount1 >= 0n
  if (sum === present.liquidity && isWhole) return
  const node = `the node of ${chain.facts.name}`
  throw new Unreadable(`The logs that ${node} serves do not add up to the liquidity of the position.`)
}

export function managerOf(facts: ChainFacts, { protocol }: Pick<PositionName, 'protocol'>): Address {
  return (protocol === 'V3' ? v3Of(facts) : v4Of(facts)).positionManager
}

function readNew(
  chain: Chain,
  { protocol, tokenId }: PositionName,
  { place, span }: { place: KnownHistory['place']; span: Span },
): Promise<Read> {
  if (protocol === 'V3') return readV3Moves(chain, v3Of(chain.facts), { tokenId, span })
  const { poolReference: poolId, tickLower, tickUpper } = place
  return readV4Moves(chain, v4Of(chain.facts), { tokenId, poolId, tickLower, tickUpper, span })
}
