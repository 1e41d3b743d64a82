import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import type { IndexStatus } from '#launchpad/live/IndexStatus.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import { toToken } from '#launchpad/store/TokenRow.ts'
import { Stats } from '#launchpad/wire/responses.ts'
import * as records from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const LEADERS = 10

type Body = Omit<z.output<typeof Stats>, 'behindMs'>

/** Sums all launches up. */
export function stats(context: Context): Operation {
  const { feed } = context
  let kept: { version: number; body: Promise<Body> } | undefined
  return define({
    name: 'getLaunchStats',
    method: 'GET',
    path: paths.stats,
    tag: 'launchpad',
    summary: 'Read totals of all launches, and who leads.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({}),
    response: Stats,
    async handle() {
      if (!feed.isFresh()) await feed.refresh()
      const status = feed.status()
      if (!status) throw new ApiError('unavailable', 'The index has not begun yet. Try again in a few seconds.')
      if (kept?.version !== status.version) {
        const body = read(context, status)
        kept = { version: status.version, body }
        body.catch(() => {
          kept = undefined
        })
      }
      return { ...(await kept.body), behindMs: behindMs(status) }
    },
  })
}

/** Since the chain was last heard; where blocks wait to be counted, with the time between them and the newest. */
function behindMs({ heartbeat, block, blockTime }: IndexStatus): number | null {
  if (!heartbeat) return null
  const waiting = heartbeat.head > block ? Math.max(0, heartbeat.headTime - blockTime) * 1000 : 0
  return Math.round(heartbeat.polledMs + waiting)
}

async function read({ db, site }: Context, status: IndexStatus): Promise<Body> {
  const [creators, { rows }] = await Promise.all([
    db
      .selectFrom('launch_creators')
      .selectAll()
      .orderBy('backed_volume', 'desc')
      .orderBy('creator', 'desc')
      .limit(LEADERS)
      .execute(),
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
      creators: creators.map(({ creator, volume, backed_volume, ...counts }) => ({
        address: toAddress(creator),
        ...counts,
        volumeEth: volume,
        feeBackedVolumeEth: backed_volume,
      })),
      tokens: rows.map((row) => toToken(row, site)),
    },
    block,
    blockTime: records.toDate(status.blockTime),
  }
}
