import { z } from 'zod'
import { none } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address, Timestamp } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { type ClaimRow, readClaims, sumClaims } from '#launchpad/store/readClaims.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { ClaimPage } from '#launchpad/wire/claims.ts'
import { toDate } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { toUsd, toUsdSource } from '#launchpad/wire/usd.ts'

const Request = z.strictObject({
  address: Address.meta({ description: 'The token.' }),
  since: Timestamp.optional().meta({ description: 'Only claims at this time or later. Default: the launch.' }),
  until: Timestamp.optional().meta({ description: 'Only claims at this time or earlier. Default: now.' }),
  limit: PageLimit,
  cursor: z.string().max(256, 'must be the nextCursor of an earlier response').optional(),
})

export function claims({ db, ethPrice, revisions }: Context): Operation {
  return define({
    name: 'listLaunchClaims',
    method: 'GET',
    path: paths.claims,
    tag: 'launchpad',
    summary: "List the claims of a token's creator fees.",
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.priced,
    request: Request,
    response: ClaimPage,
    async handle({ address, since, until, limit, cursor }) {
      const range = { since: secondsOf(since, Math.ceil) ?? 0, until: secondsOf(until, Math.floor) ?? LATEST }
      const scope = `claims\n${address}\n${range.since}\n${range.until}`
      const before = cursor === undefined ? undefined : Number(Cursor.decode(scope, cursor, /^[0-9]{1,16}$/)[0])
      const { id: tokenId } = await requireToken(db, address.toLowerCase())
      const [sums, rows, price] = await Promise.all([
        sumClaims(db, { tokenId, ...range }),
        readClaims(db, { tokenId, ...range }, { before, limit }),
        ethPrice(),
      ])
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        total: sums.count,
        totalEth: sums.amount,
        totalUsd: toUsd(sums.amount, price),
        claims: page.map(toClaim),
        ...(last && { nextCursor: Cursor.encode(scope, [String(last.position)]) }),
        usdSource: toUsdSource(price),
      }
    },
  })
}

const LATEST = Number.MAX_SAFE_INTEGER

function secondsOf(date: Date | undefined, round: (seconds: number) => number): number | undefined {
  return date && round(date.getTime() / 1000)
}

function toClaim({ position, at, tx, amount }: ClaimRow) {
  return {
    amountEth: amount,
    timestamp: toDate(at),
    block: Position.block(position),
    logIndex: Position.logIndex(position),
    transactionHash: tx,
  }
}
