import { type Address, type Hex, maxUint256, parseEther, type TransactionReceipt } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { DescribedPool } from '#devnet/describe.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { leastAt } from '#mandates/rules/exitBound.ts'
import type { ExitOrder } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { managerOf, priceRead } from '#mandates/rules/orderExit.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import type { TradedPool } from '../liquidity/lp.ts'
import { liquidityOf } from '../liquidity/recipes.ts'
import { type LiquidityCases, openLiquidity, poolOf, RANGE_TICK } from './liquidityCases.ts'
import { OWNER, signDelegation } from './mandate.ts'
import { EXECUTOR } from './order.ts'

export type SignedExit = { order: ExitOrder; signed: Delegation.SignedDelegation }
/** A position of the owner, and the pool that it is in. */
export type Held = { protocol: 'V3' | 'V4'; tokenId: bigint; pool: DescribedPool & TradedPool }

export const TIP = parseEther('0.0001')
export const HELD = ['v3', 'v4', 'native'] as const

export type Exits = LiquidityCases & {
  held: Record<(typeof HELD)[number], Held>
  /** The square-root price of the pool now. */
  price(held: Held): Promise<bigint>
  sign(
    held: Held,
    bound: Pick<ExitOrder['position'], 'side' | 'boundX96'>,
    changed?: Partial<ExitOrder>,
  ): Promise<SignedExit>
  calldata(exit: SignedExit, executor?: number): Hex
  execute(exit: SignedExit, executor?: number): Promise<TransactionReceipt>
}

/** An owner with a v3 position and two of v4, who signs exits by hand, past the service. */
export async function openExits(): Promise<Exits> {
  const liquidity = await openLiquidity()
  const { lp, opened, cases } = liquidity
  const held = {
    v3: heldOf('V3', cases.v3Decrease.item.tokenId, poolOf('V3', false, 10_000)),
    v4: heldOf('V4', cases.v4Increase.item.tokenId, poolOf('V4', false, 3_000)),
    native: heldOf('V4', cases.v4Decrease.item.tokenId, poolOf('V4', true, 500)),
  }
  let salt = 5_000n
  const calldata: Exits['calldata'] = ({ order, signed }, executor = EXECUTOR) =>
    Delegation.redeemBatch(signed, callsOf(order, opened.targets, lp.devnet.account(executor).address))
  return {
    ...liquidity,
    held,
    calldata,
    async price({ protocol, pool }) {
      const { data } = await lp.devnet.client.call(priceRead({ protocol, pool: pool.reference as Hex }, opened.targets))
      return BigInt((data as Hex).slice(0, 66))
    },
    async sign({ protocol, tokenId, pool }, bound, changed = {}) {
      const amount = await liquidityOf(lp, protocol, tokenId)
      const edge = Math.floor(RANGE_TICK / pool.tickSpacing) * pool.tickSpacing
      const order: ExitOrder = {
        kind: 'exit',
        owner: opened.owner,
        token: managerOf(opened.targets, protocol),
        amount,
        outMin: leastAt(bound, { liquidity: amount, tickLower: -edge, tickUpper: edge }),
        outMax: maxUint256,
        tip: TIP,
        until: (await opened.now()) + 86_400n,
        nonce: 0n,
        position: {
          ...{ protocol, tokenId, ...bound, pool: pool.reference as Hex },
          tokens: protocol === 'V4' ? [pool.token0, pool.token1] : undefined,
        },
        ...changed,
      }
      salt += 1n
      return { order, signed: await signDelegation(lp.devnet, OWNER, orderDelegation(order, opened.targets, salt)) }
    },
    execute: (exit, executor = EXECUTOR) =>
      lp.devnet.submit(executor, { to: FRAMEWORK.DelegationManager, data: calldata(exit, executor), gas: 3_000_000n }),
  }
}

function heldOf(protocol: Held['protocol'], tokenId: bigint | undefined, pool: DescribedPool): Held {
  if (tokenId === undefined) throw new Error('The case names no position.')
  return { protocol, tokenId, pool: { ...pool, protocol } as Held['pool'] }
}

export const tokensOf = ({ pool }: Held): readonly [Address, Address] => [pool.token0, pool.token1]
