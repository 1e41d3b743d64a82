import { type Address, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { LensAnswer } from '#liquidity/lens.ts'
import * as Fees from '#uniswap/Fees.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { type PoolKey, poolIdOf } from '#uniswap/PoolKey.ts'
import { requireEqual } from './poolAddress.ts'
import { runLens } from './runLens.ts'
import { type Snapshot, type Token, toToken, toWallet, toWatch, type Watch, watchKey } from './Snapshot.ts'

/** A v4 position with the price of its pool and the fees that any change of it pays. */
export type V4Position = {
  readonly id: bigint
  readonly owner: Address
  readonly isOperator: boolean
  /** Whether a contract is notified of every change. */
  readonly isSubscribed: boolean
  readonly poolId: Hex
  readonly key: PoolKey
  readonly token0: Token
  readonly token1: Token
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
  readonly sqrtRatioX96: bigint
  readonly tick: number
  readonly lpFee: number
  readonly fees: Amounts
  /** The fee growth inside the range, now and when the fees were last paid. */
  readonly inside: Fees.Growth
  readonly insideLast: Fees.Growth
}

export type V4PositionRequest = {
  readonly ids: readonly bigint[]
  readonly watch: Watch
  readonly withGasPrice?: boolean
}

/** Positions in the order asked; `undefined` where an id was never minted or is burned. */
export function readV4Positions(
  chain: Chain,
  { stateView, positionManager }: { stateView: Address; positionManager: Address },
  { ids, watch, withGasPrice = false }: V4PositionRequest,
): Promise<Snapshot<V4Position | undefined>> {
  const { facts } = chain
  const key = `${positionManager} ${ids.join()} ${watchKey(watch)}`
  const args = [stateView, positionManager, ids, toWatch(facts, watch)] as const
  return runLens(
    chain,
    { name: 'v4Positions', key, args, size: ids.length, withGasPrice },
    ([head, holdings, positions], gasPrice) => ({
      ...toWallet(facts, head, { holdings, tokens: watch.tokens }),
      items: positions.map((raw, index) => toPosition(facts, raw, ids[index])),
      gasPrice,
    }),
  )
}

function toPosition(facts: ChainFacts, raw: LensAnswer<'v4Positions'>[2][number], id = raw.id): V4Position | undefined {
  if (raw.owner === zeroAddress) return undefined
  requireEqual('the V4 position', `0x${raw.id.toString(16)}`, `0x${id.toString(16)}`)
  requireEqual('the pool of a V4 position', raw.poolId, poolIdOf(raw.key))
  return {
    ...raw,
    token0: toToken(facts, raw.key.currency0, raw.meta0),
    token1: toToken(facts, raw.key.currency1, raw.meta1),
    sqrtRatioX96: raw.sqrtPriceX96,
    fees: Fees.owed({ ...raw, owed0: 0n, owed1: 0n }, raw.inside),
  }
}
