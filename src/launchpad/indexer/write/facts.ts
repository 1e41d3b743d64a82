import * as Curve from '#launchpad/contract/Curve.ts'
import type { Launch, Trade } from '#launchpad/records/Launch.ts'
import { toCreatorFees } from '#launchpad/wire/toWire.ts'

/** The amounts of a launch that may cross a value: before and after a range of blocks. */
type Levels = { price: string; marketCap: string; progressBps: number; claimable: string; released: string }

/** The levels that rules compare; `before` is null for a launch that the range created. */
export type LevelFacts = { block: number; before: Levels | null; after: Levels }

/** Whether the creator, a fee holder or an account of its fee split traded. */
export type TradeFacts = { isOwn: true }

export function levelFacts(before: Launch | undefined, after: Launch, block: number): string {
  const facts: LevelFacts = { block, before: before ? levelsOf(before) : null, after: levelsOf(after) }
  return JSON.stringify(facts)
}

export function tradeFacts({ isOwn }: Trade): { facts?: string } {
  return isOwn ? { facts: JSON.stringify({ isOwn } satisfies TradeFacts) } : {}
}

function levelsOf(launch: Launch): Levels {
  return {
    price: String(launch.price),
    marketCap: String(launch.marketCap),
    progressBps: Curve.progressBps(launch),
    claimable: toCreatorFees(launch).claimable,
    released: String(launch.released),
  }
}
