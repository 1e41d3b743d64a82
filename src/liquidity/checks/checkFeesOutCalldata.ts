import type { Decoded } from '#liquidity/calldata/decode.ts'
import { type Args, checkCollected, checkPayout, checkWholeSwap } from './checkZapOutCalldata.ts'
import { checkScalars, type FeesOut, type Stated, wrong } from './statedTerms.ts'

/** Throws unless the router collects the fees of every stated position, swaps them pool by pool, and pays the wallet all. */
export function checkFeesOutCalldata(calls: readonly Decoded[], stated: Stated, feesOut: FeesOut): void {
  const order = calls.map(({ name }) => name).join(' ')
  if (order !== orderOf(feesOut).join(' ')) throw wrong(`it runs ${order}`)
  if (stated.value > 0n) throw wrong('its value takes from the wallet')
  checkScalars(calls, stated)
  const named = (name: string) => calls.filter((call) => call.name === name).map(({ args }) => args)
  for (const collect of named('collect')) checkCollected(collect, stated)
  checkSwaps(named('V3_SWAP_EXACT_IN'), feesOut)
  checkPayouts(calls.slice(-1 - feesOut.others.length), stated, feesOut)
}

function orderOf({ pools, paidOut, others }: FeesOut): string[] {
  const perPool = pools.flatMap(({ count, swapped }) => [
    ...Array<string>(count).fill('collect'),
    ...(swapped ? ['V3_SWAP_EXACT_IN'] : []),
  ])
  return [
    'execute',
    ...perPool,
    paidOut.isUnwrapped ? 'UNWRAP_WETH' : 'SWEEP_TOKEN',
    ...others.map(() => 'SWEEP_TOKEN'),
  ]
}

function checkSwaps(swaps: readonly Args[], { pools, paidOut }: FeesOut): void {
  const stated = pools.flatMap(({ swapped }) => swapped ?? [])
  for (const [index, swapped] of stated.entries()) {
    checkWholeSwap(swaps[index], { swapped, paidOut })
    const least = swaps[index]?.['amountOutMinimum']
    if (least !== swapped.minimumOut) throw wrong(`a swap may return ${least}`)
  }
}

function checkPayouts([payout, ...rests]: readonly Decoded[], { wallet }: Stated, { paidOut, others }: FeesOut): void {
  checkPayout(payout?.args, wallet, paidOut)
  for (const [index, token] of others.entries()) {
    checkPayout(rests[index]?.args, wallet, { token, isUnwrapped: false, atLeast: 0n })
  }
}
