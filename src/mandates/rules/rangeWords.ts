import type { Hex } from 'viem'
import * as Tick from '#uniswap/Tick.ts'

export type Range = { tickLower: number; tickUpper: number }

/** A tick as a word of calldata. */
export const wordOfTick = (tick: number): bigint => BigInt.asUintN(256, BigInt(tick))
const tickOf = (word: bigint | Hex): number => Number(BigInt.asIntN(256, BigInt(word)))

/** The range of two words; throws for one that no pool has. */
export function rangeOf(lower: bigint | Hex, upper: bigint | Hex): Range {
  const range = { tickLower: tickOf(lower), tickUpper: tickOf(upper) }
  if (range.tickLower < Tick.MIN || range.tickUpper > Tick.MAX || range.tickLower >= range.tickUpper)
    throw new Error('Not a range.')
  return range
}
