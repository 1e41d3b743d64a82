import type { Address } from 'viem'
import type { Arguments, DecodedCall } from './DecodedCall.ts'
import type { Swap } from './decodeSwap.ts'

type Actions = readonly DecodedCall[]

function swapsIn(actions: Actions): Swap[] {
  return actions.filter(({ name }) => name === 'SWAP_EXACT_IN_SINGLE').map(({ args }) => args as unknown as Swap)
}

function endsOf({ currency0, currency1, zeroForOne }: Swap): readonly [paid: Address, received: Address] {
  return zeroForOne ? [currency0, currency1] : [currency1, currency0]
}

/**
 * The minimum of a currency that an action pays out after all swaps: `part` if given, otherwise the sum of the minimums
 * less the amounts that other swaps spend of it. Undefined for all but the first swap, so that it counts once.
 */
export function proceedsOf(actions: Actions, own: Arguments, part: bigint): bigint | undefined {
  const swaps = swapsIn(actions)
  const [, received] = endsOf(own as unknown as Swap)
  const bringing = swaps.filter((swap) => endsOf(swap)[1] === received)
  if (bringing[0] !== (own as unknown as Swap)) return undefined
  if (part > 0n) return part
  const spending = swaps.filter((swap) => endsOf(swap)[0] === received)
  // An open amount spends everything.
  if (spending.some(({ amountIn }) => amountIn === 0n)) return 0n
  const brought = bringing.reduce((sum, { amountOutMinimum }) => sum + amountOutMinimum, 0n)
  const left = spending.reduce((sum, { amountIn }) => sum - amountIn, brought)
  return left > 0n ? left : 0n
}
