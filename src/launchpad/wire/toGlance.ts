import type { z } from 'zod'
import { BPS } from '#core/bigint.ts'
import type { Preview } from '#launchpad/store/previews.ts'
import type * as wire from './schemas.ts'
import { shareBps } from './toWire.ts'

const HOURS_MIN = 8

/** Hourly prices for a launch with a day of history, minutes for a younger one; `price` is the current one. */
export function toGlance(preview: Preview, price: bigint): z.output<typeof wire.Glance> {
  const { hours, minutes, before, creatorHolding, buyers, namesakes, newHolders } = preview
  const closes = (hours ?? []).length >= HOURS_MIN ? hours : minutes
  const start = before === null ? price : BigInt(before)
  return {
    prices: [...(before === null ? [] : [before]), ...(closes ?? [])],
    changeBps: start === 0n ? 0 : Number(((price - start) * BPS) / start),
    creatorShareBps: shareBps(BigInt(creatorHolding)),
    firstBlockBuyers: buyers,
    namesakes,
    newHolders24h: newHolders,
  }
}
