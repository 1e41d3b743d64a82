import type { z } from 'zod'
import { toAddress } from '#core/wire.ts'
import type { SignalRows } from '#launchpad/store/readSignals.ts'
import type * as wire from './schemas.ts'
import { shareBps } from './toWire.ts'

const NAMESAKES_SHOWN = 10

export function toSignals({ creatorBalance, firstBuyers, namesakes }: SignalRows): z.output<typeof wire.Signals> {
  return {
    creatorBalance: String(creatorBalance),
    creatorShareBps: shareBps(creatorBalance),
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
