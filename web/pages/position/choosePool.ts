import { NATIVE, type PositionForm } from '#site/positionUrl.ts'
import type { FoundPool } from '../../api/liquidity.ts'
import { heldAddress } from './Market.ts'

type PoolCriteria = PositionForm & { protocol: NonNullable<PositionForm['protocol']> }

/** The pools of this protocol that hold exactly the two tokens of the form. */
export function poolsFor(form: PoolCriteria, found: readonly FoundPool[], wrappedNative: string | null): FoundPool[] {
  const { protocol, tokenA = '', tokenB = '' } = form
  const wanted = [tokenA, tokenB].map((token) => heldAddress(token, protocol, wrappedNative).toLowerCase())
  return found.filter(
    (pool) =>
      pool.protocol.toLowerCase() === protocol &&
      [pool.token0, pool.token1].every(({ address }) => wanted.includes(address.toLowerCase())),
  )
}

/** The pool a form means: the one it names, the one of the kind it wants to open, else the deepest without a hook. */
export function choosePool(form: PoolCriteria, pools: readonly FoundPool[]): FoundPool | undefined {
  if (form.pool !== undefined) {
    const named = pools.find(({ reference }) => reference.toLowerCase() === form.pool?.toLowerCase())
    if (named) return named
  }
  if (form.protocol === 'v2') return pools[0]
  if (form.fee === undefined) return pools.find(isPlain)
  return pools.find(
    ({ fee, tickSpacing, hookAddress }) =>
      fee === form.fee &&
      tickSpacing === (form.tickSpacing ?? tickSpacing) &&
      (hookAddress ?? NATIVE).toLowerCase() === (form.hooks ?? NATIVE).toLowerCase(),
  )
}

/** A pool with the hook of a third party is never chosen automatically. */
function isPlain({ hookAddress = NATIVE }: FoundPool): boolean {
  return hookAddress === NATIVE
}
