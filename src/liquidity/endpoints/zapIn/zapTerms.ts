import { type Address, zeroAddress } from 'viem'
import { ROUTER } from '#liquidity/calldata/router.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import type { ZapPlan } from '#liquidity/plans/ZapIn.ts'
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
