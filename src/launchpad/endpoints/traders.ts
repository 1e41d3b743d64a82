import { z } from 'zod'
import { none } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address, toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { readTraders } from '#launchpad/store/wallets.ts'
import { toResult } from '#launchpad/wire/toResult.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { toUsdSource } from '#launchpad/wire/usd.ts'
import { TraderPage } from '#launchpad/wire/wallets.ts'

const Request = z.strictObject({
  address: Address.meta({ description: 'The token.' }),
  limit: PageLimit,
  cursor: z.string().max(256, 'must be the nextCursor of an earlier response').optional(),
})

/** A cursor holds a realised profit and its wallet. */
const CURSOR = /^-?[0-9]{1,60} 0x[0-9a-f]{40}$/

export function traders({ db, ethPrice, revisions }: Context): Operation {
  return define({
    name: 'listLaunchTraders',
    method: 'GET',
    path: paths.traders,
    tag: 'launchpad',
    summary: 'List the traders of a token by their realised profit.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.priced,
    request: Request,
    response: TraderPage,
    async handle({ address, limit, cursor }) {
      const scope = `traders\n${address}`
      const after = cursor === undefined ? undefined : Cursor.decode(scope, cursor, CURSOR)
      const token = address.toLowerCase()
      const [{ rows, block }, price] = await Promise.all([readTraders(db, { token, after, limit }), ethPrice()])
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        traders: page.map((row) => ({ wallet: toAddress(row.wallet), ...toResult(row, price) })),
        ...(last && { nextCursor: Cursor.encode(scope, [last.realised, last.wallet]) }),
        usdSource: toUsdSource(price),
        block,
      }
    },
  })
}
