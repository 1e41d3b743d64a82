import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import type { IndexStatus } from '#launchpad/live/IndexStatus.ts'
import { readTopCreators } from '#launchpad/store/readTopCreators.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import { Stats } from '#launchpad/wire/responses.ts'
import { toTokenRecord } from '#launchpad/wire/toTokenRecord.ts'
import { toDate } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { toUsd, toUsdSource } from '#launchpad/wire/usd.ts'

const LEADERS = 10

type Body = Omit<z.output<typeof Stats>, 'behindMs' | 'volume24hUsd' | 'usdSource'>

export function stats(context: Context): Operation {
  const { feed, ethPrice } = context
  let cached: { version: number; body: Promise<Body> } | undefined
  return define({
    name: 'getLaunchStats',
    method: 'GET',
    path: paths.stats,
    tag: 'launchpad',
    summary: 'Read totals of all launches, and the leaderboards.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({}),
    response: Stats,
    async handle() {
      if (!feed.isFresh()) await feed.refresh()
      const status = feed.status()
      if (!status) throw new ApiError('unavailable', 'The index has not started yet. Try again in a few seconds.')
      if (cached?.version !== status.version) {
        const body = read(context, status)
        cached = { version: status.version, body }
        body.catch(() => {
          cached = undefined
        })
      }
      const [body, price] = await Promise.all([cached.body, ethPrice()])
      const volume24hUsd = toUsd(body.volume24hEth, price)
      return { ...body, volume24hUsd, usdSource: toUsdSource(price), behindMs: behindMs(status) }
    },
  })
}

/** Time since the chain was last read, plus the age difference between the indexed block and the head. */
function behindMs({ heartbeat, block, blockTime }: IndexStatus): number | null {
  if (!heartbeat) return null
  const backlog = heartbeat.head > block ? Math.max(0, heartbeat.headTime - blockTime) * 1000 : 0
  return Math.round(heartbeat.polledMs + backlog)
}

async function read({ db, site }: Context, status: IndexStatus): Promise<Body> {
  const [creators, { rows }] = await Promise.all([
    readTopCreators(db, LEADERS),
    TokenPage.read(db, { sort: 'volume', limit: LEADERS }),
  ])
  const { tokens, graduated, trades, trades24h, block } = status
  return {
    tokens,
    graduated,
    trades,
    volumeEth: status.volume,
    trades24h,
    volume24hEth: status.volume24h,
    feeBackedVolumeEth: status.backedVolume,
    feeBackedVolume24hEth: status.backedVolume24h,
    leaderboard: {
      creators: creators.map(({ creator, volume, backed_volume, outside_volume, ...counts }) => ({
        address: toAddress(creator),
        ...counts,
        volumeEth: volume,
        feeBackedVolumeEth: backed_volume,
        outsideVolumeEth: outside_volume,
      })),
      tokens: rows.map((row) => toTokenRecord(row, site)),
    },
    block,
    blockTime: toDate(status.blockTime),
  }
}
