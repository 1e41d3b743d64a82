import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { readHolderHistory } from '#launchpad/store/holders.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { readFollowedBlock } from '#launchpad/store/wallets.ts'
import { HISTORY_SECONDS, HolderHistory, historyIntervals } from '#launchpad/wire/holderHistory.ts'
import { Moment } from '#launchpad/wire/Moment.ts'
import { shareBps, toDate } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  address: Address.meta({ description: 'The token.' }),
  interval: z.enum(historyIntervals, `must be one of ${historyIntervals.join(', ')}`).default('1h'),
  from: Moment.optional().meta({
    description: 'Start; the newest `limit` points up to `to` are returned. Default: the creation of the token.',
  }),
  to: Moment.optional().meta({ description: 'End. Default: the newest indexed block.' }),
  limit: PageLimit,
})

export function holderHistory({ db, revisions }: Context): Operation {
  return define({
    name: 'listLaunchHolderHistory',
    method: 'GET',
    path: paths.holderHistory,
    tag: 'launchpad',
    summary: 'Read the number of holders of a token, and the share of the ten largest, over time.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.index,
    request: Request,
    response: HolderHistory,
    async handle({ address, interval, from = 0, to = Number.MAX_SAFE_INTEGER, limit }) {
      if (from > to) throw invalidField('from', 'must not be later than to')
      const { id: tokenId } = await requireToken(db, address.toLowerCase())
      const seconds = HISTORY_SECONDS[interval]
      // The interval that `from` lies in ends later.
      const span = { tokenId, seconds, from: from - (from % seconds), to, limit }
      const [rows, block] = await Promise.all([readHolderHistory(db, span), readFollowedBlock(db)])
      const points = rows.map(({ start, holders, top10 }) => ({
        ...{ time: toDate(start), holders, top10ShareBps: shareBps(BigInt(top10)) },
      }))
      return { address, interval, points, block }
    },
  })
}
