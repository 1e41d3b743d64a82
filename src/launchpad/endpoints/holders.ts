import { z } from 'zod'
import { none } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address, toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { BURNED } from '#launchpad/records/Launch.ts'
import { type HolderRow, readBalances, readHolders } from '#launchpad/store/holders.ts'
import { readChain } from '#launchpad/store/readChain.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { HolderPage, type Reserve } from '#launchpad/wire/responses.ts'
import { shareBps } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  address: Address,
  limit: PageLimit,
  cursor: z.string().max(256, 'must be the nextCursor of an earlier response').optional(),
})

/** A cursor holds a balance and its holder. */
const CURSOR = /^[0-9]{1,60} 0x[0-9a-f]{40}$/

export function holders({ db, factory, revisions }: Context): Operation {
  return define({
    name: 'listLaunchHolders',
    method: 'GET',
    path: paths.holders,
    tag: 'launchpad',
    summary: 'List the holders of a token.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.index,
    request: Request,
    response: HolderPage,
    async handle({ address, limit, cursor }) {
      const scope = `holders\n${address}`
      const after = cursor === undefined ? undefined : Cursor.decode(scope, cursor, CURSOR)
      const { id: tokenId, holders: total, graduated, creator } = await requireToken(db, address.toLowerCase())
      const { pool_manager: poolManager } = await readChain(db)
      const reserves = [factory.address.toLowerCase(), poolManager, BURNED, address.toLowerCase()]
      const [rows, [curve, pool, burned, locked]] = await Promise.all([
        readHolders(db, { tokenId, except: reserves, after, limit }),
        readBalances(db, tokenId, reserves),
      ])
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        total,
        holders: page.map((row) => ({ ...toReserve(row), isCreator: row.holder === creator })),
        curve: toReserve(curve as HolderRow),
        pool: graduated && pool ? toReserve(pool) : unlessEmpty(pool),
        burned: unlessEmpty(burned),
        locked: unlessEmpty(locked),
        ...(last && { nextCursor: Cursor.encode(scope, [last.balance, last.holder]) }),
      }
    },
  })
}

function unlessEmpty(row: HolderRow | undefined): z.output<typeof Reserve> | null {
  return row && row.balance !== '0' ? toReserve(row) : null
}

function toReserve({ holder, balance }: HolderRow): z.output<typeof Reserve> {
  return { address: toAddress(holder), balance, shareBps: shareBps(BigInt(balance)) }
}
