import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Candle from '#launchpad/records/Candle.ts'
import { readCandles } from '#launchpad/store/Candles.ts'
import { readChain } from '#launchpad/store/readChain.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { Moment } from '#launchpad/wire/Moment.ts'
import { CandleList } from '#launchpad/wire/responses.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import * as records from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  address: Address,
  interval: z.enum(wire.intervals, `must be one of ${wire.intervals.join(', ')}`).default('1m'),
  from: Moment.optional().meta({
    description: 'Start; the newest `limit` candles up to `to` are returned. Default: the creation of the token.',
  }),
  to: Moment.optional().meta({ description: 'End. Default and maximum: the time of the newest indexed block.' }),
  limit: PageLimit,
})

export function candles({ db, revisions }: Context): Operation {
  return define({
    name: 'listLaunchCandles',
    method: 'GET',
    path: paths.candles,
    tag: 'launchpad',
    summary: 'Read the candles of a token, in wei per whole token.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.index,
    request: Request,
    response: CandleList,
    async handle({ address, interval, limit, ...request }) {
      const { id, createdAt } = await requireToken(db, address.toLowerCase())
      const seconds = Candle.INTERVALS[interval]
      // The last candle is that of the newest indexed block, not that of this machine's clock.
      const newest = Math.max((await readChain(db)).block_time, createdAt)
      const to = Candle.startOf(Math.min(request.to ?? newest, newest), seconds)
      const earliest = Math.max(request.from ?? 0, createdAt, to - (limit - 1) * seconds)
      if (request.from !== undefined && request.to !== undefined && request.from > request.to)
        throw invalidField('from', 'must not be later than to')
      const span = { tokenId: id, seconds, from: Candle.startOf(earliest, seconds), to }
      const list = span.from > to ? [] : await readCandles(db, span)
      return { address, interval, candles: list.map(records.toCandle) }
    },
  })
}
