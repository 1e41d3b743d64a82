import { type Address, type Hex, maxUint256, parseUnits, type TransactionReceipt, zeroAddress } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { DescribedPool } from '#devnet/describe.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { Rerange, RerangeOrder } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { managerOf, priceRead } from '#mandates/rules/orderExit.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import type { Range } from '#mandates/rules/rangeWords.ts'
import { rerangeAt } from '#mandates/rules/rerangeAt.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { TestDevnet } from '../chain/devnet.ts'
import { mintedId, startTestLp, type TestLp, type TradedPool } from '../liquidity/lp.ts'
import { liquidityOf } from '../liquidity/recipes.ts'
import { TIP } from './exit.ts'
import { type Mandate, OWNER, openMandate, signDelegation } from './mandate.ts'
import { EXECUTOR } from './order.ts'

export type SignedRerange = { order: RerangeOrder; signed: Delegation.SignedDelegation }
export type Ranged = Range & { protocol: 'V4'; tokenId: bigint; pool: DescribedPool & TradedPool }
export const POOLS = ['v4', 'native'] as const

export type Reranges = {
  lp: TestLp
  opened: Mandate
  pools: Record<(typeof POOLS)[number], Ranged['pool']>
  price(pool: Ranged['pool']): Promise<bigint>
  /** A position of the owner between two distances from the price, in tick spacings. */
  open(pool: Ranged['pool'], spacings: readonly [number, number]): Promise<Ranged>
  /** A move into a range that lies this many tick spacings from the old one. */
  signMove(
    held: Ranged,
    move: { side: Rerange['side']; spacings: number },
    changed?: Partial<Rerange> & Partial<Pick<RerangeOrder, 'outMin' | 'tip'>>,
  ): Promise<SignedRerange>
  calldata(move: SignedRerange, executor?: number): Hex
  execute(move: SignedRerange, executor?: number): Promise<TransactionReceipt>
}

/** An owner on a chain of their own, or on this one. */
export async function openReranges(devnet?: TestDevnet): Promise<Reranges> {
  const lp = await startTestLp(devnet && { devnet })
  return rerangesOf({ lp, opened: await openMandate(lp.devnet) })
}

/** An owner who opens v4 positions and signs moves of them by hand, past the service. */
export function rerangesOf({ lp, opened }: Pick<Reranges, 'lp' | 'opened'>): Reranges {
  const { description, client } = lp.devnet
  const dollar = description.tokens.find(({ symbol }) => symbol === 'DUSD')?.address as Address
  const poolOf = (fee: number, isNative: boolean) => {
    const found = description.pools.find(
      (pool) =>
        pool.protocol === 'V4' &&
        pool.fee === fee &&
        !pool.hooks &&
        [pool.token0, pool.token1].includes(dollar) &&
        (pool.token0 === zeroAddress) === isNative,
    )
    if (!found) throw new Error('The development chain has no such pool.')
    return found as Ranged['pool']
  }
  const price: Reranges['price'] = async ({ reference }) => {
    const { data } = await client.call(priceRead({ protocol: 'V4', pool: reference as Hex }, opened.targets))
    return BigInt((data as Hex).slice(0, 66))
  }
  let salt = 12_000n
  const calldata: Reranges['calldata'] = ({ order, signed }, executor = EXECUTOR) =>
    Delegation.redeemBatch(signed, callsOf(order, opened.targets, lp.devnet.account(executor).address))
  return {
    lp,
    opened,
    price,
    calldata,
    pools: { v4: poolOf(3_000, false), native: poolOf(500, true) },
    async open(pool, spacings) {
      const start = Tick.snap(Tick.fromSqrtRatio(await price(pool)), pool.tickSpacing)
      const [tickLower, tickUpper] = spacings.map((count) => start + count * pool.tickSpacing) as [number, number]
      const tokenAddress = spacings[0] > 0 ? pool.token0 : pool.token1
      const { calls, create } = await lp.ok('/lp/create', {
        ...{ walletAddress: opened.owner, chainId: 4663, protocol: 'V4', slippageTolerance: 1 },
        existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
        independentToken: { tokenAddress, amount: String(tokenAddress === dollar ? parseUnits('100', 6) : 10n ** 17n) },
        tickBounds: { tickLower, tickUpper },
      })
      let last: TransactionReceipt | undefined
      for (const { to, data, value } of calls) last = await lp.send(OWNER, { to, data, value: value ?? '0x0' })
      const tokenId = BigInt(mintedId(last as TransactionReceipt, create.to))
      return { protocol: 'V4', tokenId, pool, tickLower, tickUpper }
    },
    async signMove({ tokenId, pool, ...range }, { side, spacings }, { outMin, tip = TIP, ...changed } = {}) {
      const liquidity = await liquidityOf(lp, 'V4', tokenId)
      const shift = spacings * pool.tickSpacing
      const next = { tickLower: range.tickLower + shift, tickUpper: range.tickUpper + shift }
      const move = rerangeAt({ ...range, liquidity, tickSpacing: pool.tickSpacing }, { side, ...next })
      const { fee, tickSpacing } = pool
      const key = { currency0: pool.token0, currency1: pool.token1, fee, tickSpacing, hooks: zeroAddress }
      const order: RerangeOrder = {
        ...{ kind: 'rerange', owner: opened.owner, token: managerOf(opened.targets, 'V4') },
        ...{ amount: liquidity, outMin: outMin ?? move.outMin, outMax: maxUint256, tip, nonce: 0n },
        until: (await opened.now()) + 86_400n,
        rerange: {
          ...{ tokenId, pool: pool.reference as Hex, key, side, ...next },
          ...{ liquidity: move.liquidity, boundX96: move.boundX96, ...changed },
        },
      }
      salt += 1n
      return { order, signed: await signDelegation(lp.devnet, OWNER, orderDelegation(order, opened.targets, salt)) }
    },
    execute: (move, executor = EXECUTOR) =>
      lp.devnet.submit(executor, { to: FRAMEWORK.DelegationManager, data: calldata(move, executor), gas: 3_000_000n }),
  }
}
