import { type Address, zeroAddress } from 'viem'
import { ROUTER } from '#liquidity/calldata/router.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import type { ZapPlan } from '#liquidity/plans/ZapIn.ts'
import type { ZapThroughPlan } from '#liquidity/plans/ZapThrough.ts'
import { asMaxima } from '#liquidity/recipes/asTerms.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'

/** Every value of a zap's calls by name, those of several calls in their order, for the second reading. */
export function zapTerms(key: PoolKey, plan: ZapPlan, manager: Address) {
  const { zeroForOne, amountIn, minimumOut, kept, maxima } = plan
  const both = [key.currency0, key.currency1] as const
  const [paid, received] = zeroForOne ? both : ([both[1], both[0]] as const)
  const isNative = paid === zeroAddress
  const isMoved = !isNative && kept > 0n
  return {
    ...{ fee: key.fee, tickSpacing: key.tickSpacing, hooks: key.hooks, ...currenciesOf(key) },
    ...{ zeroForOne, amountIn, amountOutMinimum: minimumOut, ...asMaxima(maxima) },
    currency: [paid, received, ...both, ...both],
    amount: [amountIn, 0n, ...(isMoved ? [kept] : []), 0n, 0n],
    recipient: [received === zeroAddress ? ROUTER : manager, ...(isMoved ? [manager] : [])],
    payerIsUser: [!isNative, false, false],
  }
}

type Keys = { readonly first: PoolKey; readonly key: PoolKey }

/** The same for two swaps in a row: the keys of both swaps, then that of the mint. */
export function throughTerms({ first, key }: Keys, { first: one, plan }: ZapThroughPlan, manager: Address) {
  const keys = [first, key, key]
  const both = [key.currency0, key.currency1] as const
  const [between, received] = plan.zeroForOne ? both : ([both[1], both[0]] as const)
  const paid = one.zeroForOne ? first.currency0 : first.currency1
  return {
    fee: keys.map(({ fee }) => fee),
    tickSpacing: keys.map(({ tickSpacing }) => tickSpacing),
    hooks: keys.map(({ hooks }) => hooks),
    currency0: keys.map(({ currency0 }) => currency0),
    currency1: keys.map(({ currency1 }) => currency1),
    zeroForOne: [one.zeroForOne, plan.zeroForOne],
    amountIn: [one.amountIn, plan.amountIn],
    amountOutMinimum: [one.minimumOut, plan.minimumOut],
    ...asMaxima(plan.maxima),
    currency: [paid, received, between, ...both, ...both],
    amount: [one.amountIn, 0n, 0n, 0n, 0n],
    recipient: [received, between].map((token) => (token === zeroAddress ? ROUTER : manager)),
    payerIsUser: [paid !== zeroAddress, false, false],
  }
}
