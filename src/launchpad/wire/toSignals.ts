import type { z } from 'zod'
import { toAddress } from '#core/wire.ts'
import type { SignalRows } from '#launchpad/store/readSignals.ts'
import type * as wire from './schemas.ts'
import { shareBps } from './toWire.ts'

const NAMESAKES_SHOWN = 10

export function toSignals(rows: SignalRows): z.output<typeof wire.Signals> {
  const { creatorBalance, creatorHolding, earlyHolding, firstBuyers, namesakes } = rows
  return {
    creatorBalance: String(creatorBalance),
    creatorShareBps: shareBps(creatorHolding),
    earlyShareBps: shareBps(earlyHolding),
    firstBlockBuyers: firstBuyers.map(({ holder, tokens }) => ({
      address: toAddress(holder),
      tokens,
      shareBps: shareBps(BigInt(tokens)),
    })),
    sameName: {
      count: namesakes.length,
      tokens: namesakes.slice(0, NAMESAKES_SHOWN).map(({ address }) => toAddress(address)),
    },
  }
}
