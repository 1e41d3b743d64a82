import { type Hex, maxUint256, parseUnits, type TransactionReceipt } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { compoundAt } from '#mandates/rules/compoundAt.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { CompoundOrder } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { type FeeState, feesRead, growthRead } from '#mandates/rules/orderCompound.ts'
import { managerOf } from '#mandates/rules/orderExit.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import { type Exits, type Held, openExits, TIP } from './exit.ts'
import { type Case, dollar, plainCall, RANGE_TICK } from './liquidityCases.ts'
import { OWNER, signDelegation } from './mandate.ts'
import { EXECUTOR } from './order.ts'

export type SignedCompound = { order: CompoundOrder; signed: Delegation.SignedDelegation }

export type Compounds = Exits & {
  /** The fees, the price and the liquidity of the position now. */
  state(held: Held): Promise<FeeState>
  /** A compound of the liquidity that this much of token0 pays for at the present price. */
  signCompound(held: Held, amount0: bigint, changed?: Partial<CompoundOrder>): Promise<SignedCompound>
  compoundCalldata(signed: SignedCompound, executor?: number): Hex
  compound(signed: SignedCompound, executor?: number): Promise<TransactionReceipt>
}

/** An owner of two v4 positions who signs compounds by hand, past the service. */
export async function openCompounds(): Promise<Compounds> {
  const exits = await openExits()
  const { lp, opened, cases } = exits
  for (const one of [cases.v4Increase, cases.v4IncreaseNative])
    await lp.devnet.send(OWNER, await plainCall(larger(one)))
  const { client } = lp.devnet
  let salt = 9_000n
  const terms = (held: Held) => {
    const edge = Math.floor(RANGE_TICK / held.pool.tickSpacing) * held.pool.tickSpacing
    const place = { tokenId: held.tokenId, pool: held.pool.reference as Hex, tickLower: -edge, tickUpper: edge }
    return { ...place, tokens: [held.pool.token0, held.pool.token1] as const, amount0Max: 0n, amount1Max: 0n }
  }
  const read = async (call: ReturnType<typeof growthRead>) => {
    const { data = '0x' } = await client.call(call)
    return (data.slice(2).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`))
  }
  const compoundCalldata: Compounds['compoundCalldata'] = ({ order, signed }, executor = EXECUTOR) =>
    Delegation.redeemBatch(signed, callsOf(order, opened.targets, lp.devnet.account(executor).address))
  return {
    ...exits,
    compoundCalldata,
    async state(held) {
      const order = { token: managerOf(opened.targets, 'V4'), compound: terms(held) } as CompoundOrder
      const growth = await read(growthRead(order, opened.targets))
      const [liquidity = 0n, ...paidAt] = await read(feesRead(order, opened.targets))
      const pairs = { growth: growth as never, paidAt: paidAt as never }
      return { ...pairs, liquidity, priceX96: await exits.price(held) }
    },
    async signCompound(held, amount0, changed = {}) {
      const place = terms(held)
      const { liquidity, ...maxima } = compoundAt(await exits.price(held), place, { amount0, priceTolerance: 1 })
      const order: CompoundOrder = {
        kind: 'compound',
        owner: opened.owner,
        token: managerOf(opened.targets, 'V4'),
        ...{ amount: liquidity, outMin: liquidity, outMax: maxUint256, tip: TIP, nonce: 0n },
        until: (await opened.now()) + 86_400n,
        compound: { ...place, ...maxima },
        ...changed,
      }
      salt += 1n
      return { order, signed: await signDelegation(lp.devnet, OWNER, orderDelegation(order, opened.targets, salt)) }
    },
    compound: (signed, executor = EXECUTOR) => {
      const data = compoundCalldata(signed, executor)
      return lp.devnet.submit(executor, { to: FRAMEWORK.DelegationManager, data, gas: 3_000_000n })
    },
  }
}

/** A deposit whose fees are many units. */
function larger(one: Case): Case {
  const independentToken = { tokenAddress: dollar(), amount: String(parseUnits('400', 6)) }
  return { ...one, body: { ...one.body, independentToken } }
}
