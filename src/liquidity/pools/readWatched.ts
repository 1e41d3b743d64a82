import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { v3Of, v4Of } from '#liquidity/deployment.ts'
import { readV3Positions, type V3Position } from './readV3Positions.ts'
import { readV4Positions, type V4Position } from './readV4Positions.ts'

/** A position as rules watch it. */
type WatchedPosition = {
  tokenId: string
  isInRange: boolean
  tick: number
  tickLower: number
  tickUpper: number
  token0: Address
  token1: Address
  fees0: bigint
  fees1: bigint
}

const NOBODY = { wallet: zeroAddress, tokens: [] }

/** The open positions among these ids, in one round trip; closed and unknown ones are left out. */
export async function readWatched(
  chain: Chain,
  protocol: 'V3' | 'V4',
  ids: readonly bigint[],
): Promise<{ block: number; positions: WatchedPosition[] }> {
  const request = { ids, watch: NOBODY }
  const { block, items } =
    protocol === 'V3'
      ? await readV3Positions(chain, v3Of(chain.facts), request)
      : await readV4Positions(chain, v4Of(chain.facts), request)
  const open = items.filter((item) => item !== undefined && item.liquidity > 0n) as (V3Position | V4Position)[]
  return { block: Number(block.number), positions: open.map(toWatched) }
}

function toWatched({ id, tick, tickLower, tickUpper, token0, token1, fees }: V3Position | V4Position): WatchedPosition {
  return {
    tokenId: String(id),
    isInRange: tick >= tickLower && tick < tickUpper,
    tick,
    tickLower,
    tickUpper,
    token0: token0.address,
    token1: token1.address,
    fees0: fees.amount0,
    fees1: fees.amount1,
  }
}
