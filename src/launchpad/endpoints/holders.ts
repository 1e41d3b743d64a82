import { sql } from 'kysely'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address, toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { BURNED } from '#launchpad/records/Launch.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { HolderPage, type Reserve } from '#launchpad/wire/responses.ts'
import * as records from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  address: Address,
  limit: PageLimit,
  cursor: z.string().max(256, 'must be the nextCursor of an earlier answer').optional(),
})

/** A balance and its holder. */
const PLACE = /^[0-9]{1,60} 0x[0-9a-f]{40}$/

type Row = { holder: string; balance: string }
type Query = { tokenId: number; except: readonly string[]; after: readonly string[] | undefined; limit: number }

/** Lists who holds a token. */
export function holders(context: Context): Operation {
  const { db, factory } = context
  return define({
    name: 'listLaunchHolders',
    method: 'GET',
    path: paths.holders,
    tag: 'launchpad',
    summary: 'List the holders of a token.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: HolderPage,
    async handle({ address, limit, cursor }) {
      const scope = `holders\n${address}`
      const after = cursor === undefined ? undefined : Cursor.decode(scope, cursor, PLACE)
      const { id: tokenId, holders: total, graduated } = await requireToken(db, address.toLowerCase())
      const { poolManager, creator } = await readSpecial(context, tokenId)
      const special = [factory.address.toLowerCase(), poolManager, BURNED, address.toLowerCase()]
      const rows = await readRows(context, { tokenId, except: special, after, limit })
      const [curve, pool, burned, locked] = await Promise.all(
        special.map((holder) => readReserve(context, tokenId, holder)),
      )
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        total,
        holders: page.map((row) => ({ ...toReserve(row), isCreator: row.holder === creator })),
        curve: curve as z.output<typeof Reserve>,
        pool: graduated ? (pool ?? null) : unlessEmpty(pool),
        burned: unlessEmpty(burned),
        locked: unlessEmpty(locked),
        ...(last && { nextCursor: Cursor.encode(scope, [last.balance, last.holder]) }),
      }
    },
  })
}

function unlessEmpty(reserve: z.output<typeof Reserve> | undefined): z.output<typeof Reserve> | null {
  return reserve && reserve.balance !== '0' ? reserve : null
}

async function readSpecial({ db }: Context, tokenId: number): Promise<{ poolManager: string; creator: string }> {
  const { pool_manager: poolManager } = await db
    .selectFrom('launch_chain')
    .select('pool_manager')
    .executeTakeFirstOrThrow()
  const { creator } = await db
    .selectFrom('launch_tokens')
    .select('creator')
    .where('id', '=', tokenId)
    .executeTakeFirstOrThrow()
  return { poolManager, creator }
}

async function readRows({ db }: Context, { tokenId, except, after, limit }: Query): Promise<Row[]> {
  const [balance = '0', holder = ''] = after ?? []
  const { rows } = await sql<Row>`
    select holder, balance::text as balance from launch_holders
    where token_id = ${tokenId} and holder <> all(${except}) ${after ? sql`and (balance, holder) < (${balance}::numeric, ${holder})` : sql``}
    order by launch_holders.balance desc, holder desc limit ${limit + 1}`.execute(db)
  return rows
}

async function readReserve({ db }: Context, tokenId: number, holder: string): Promise<z.output<typeof Reserve>> {
  const row = db.selectFrom('launch_holders').select(['holder', 'balance']).where('token_id', '=', tokenId)
  return toReserve((await row.where('holder', '=', holder).executeTakeFirst()) ?? { holder, balance: '0' })
}

function toReserve({ holder, balance }: Row): z.output<typeof Reserve> {
  return { address: toAddress(holder), balance, shareBps: records.shareBps(BigInt(balance)) }
}
