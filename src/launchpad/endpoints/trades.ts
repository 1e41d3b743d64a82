import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { readTrades } from '#launchpad/store/readTrades.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { TradePage } from '#launchpad/wire/responses.ts'
import * as records from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  address: Address.optional().meta({ description: 'Only trades of this token.' }),
  trader: Address.optional().meta({ description: 'Only trades of this account.' }),
  limit: PageLimit,
  cursor: z.string().max(256, 'must be the nextCursor of an earlier response').optional(),
})

export function trades({ db, revisions }: Context): Operation {
  return define({
    name: 'listLaunchTrades',
    method: 'GET',
    path: paths.trades,
    tag: 'launchpad',
    summary: 'List trades, newest first.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.index,
    request: Request,
    response: TradePage,
    async handle({ address, trader, limit, cursor }) {
      const tokenId = address && (await requireToken(db, address.toLowerCase())).id
      const page = await readTrades(db, { tokenId, trader: trader?.toLowerCase(), limit, cursor })
      return { ...page, trades: page.trades.map(records.toTrade) }
    },
  })
}
