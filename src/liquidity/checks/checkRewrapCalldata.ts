import { zeroAddress } from 'viem'
import type { Decoded } from '#liquidity/calldata/decode.ts'
import { checkScalars, type Rewrap, type Stated, wrong } from './statedTerms.ts'

const CALLER = '0x0000000000000000000000000000000000000001'
/** In the calldata of the position manager this address means the manager itself. */
const MANAGER = '0x0000000000000000000000000000000000000002'
const WHOLE_BALANCE = 1n << 255n

/**
 * Throws unless a move between native and wrapped currency converts all of it, mints as stated and pays out the rest.
 */
export function checkRewrapCalldata(calls: readonly Decoded[], stated: Stated, rewrap: Rewrap): void {
  const [first, ...others] = calls
  // A pool is opened before any funds move.
  const steps = first?.name === 'initializePool' ? others : calls
  checkOrder(steps, rewrap)
  if (stated.value > 0n) throw wrong('its value takes from the wallet')
  checkScalars(calls, stated)
  const [, removal = {}, taken, changed, minted = {}, settled, ...ending] = steps.map(({ args }) => args)
  const swept = ending.at(-2)
  const rest = ending.at(-1)
  const { from, to, other, minima, maxima } = rewrap
  equal('the removal', [removal['amount0Min'], removal['amount1Min']], [minima.amount0, minima.amount1])
  equal('the first TAKE', valuesOf(taken), [from, MANAGER, 0n])
  for (const args of [changed, ...ending.slice(0, -2)]) equal('the change', valuesOf(args), [WHOLE_BALANCE])
  equal('the mint', [minted['amount0Max'], minted['amount1Max']], [maxima.amount0, maxima.amount1])
  equal('the owner', [minted['owner']], [stated.wallet])
  equal('the pool', [minted['currency0'], minted['currency1']].toSorted(), [to, other].map(lower).toSorted())
  equal('SETTLE', valuesOf(settled), [to, 0n, 0n])
  equal('SWEEP', valuesOf(swept), [zeroAddress, CALLER])
  equal('the last TAKE', valuesOf(rest), [other, CALLER, 0n])
}

function checkOrder(calls: readonly Decoded[], { from }: Rewrap): void {
  const order = calls.map(({ name }) => name).join(' ')
  const [change, back] = from === zeroAddress ? ['WRAP', 'UNWRAP '] : ['UNWRAP', '']
  const ending = `TAKE ${change} MINT_POSITION SETTLE ${back}SWEEP TAKE`
  const isStated = ['BURN_POSITION', 'DECREASE_LIQUIDITY'].some((one) => order === `modifyLiquidities ${one} ${ending}`)
  if (!isStated) throw wrong(`it runs ${order}`)
}

function valuesOf(args: Decoded['args'] | undefined): unknown[] {
  return Object.values(args ?? {})
}

function lower(value: unknown): string {
  return String(value).toLowerCase()
}

function equal(what: string, found: readonly unknown[], stated: readonly unknown[]): void {
  if (found.map(lower).join() !== stated.map(lower).join()) throw wrong(`${what} has ${found.join()}`)
}
