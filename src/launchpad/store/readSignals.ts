import { type Kysely, sql } from 'kysely'
import * as Position from '#launchpad/records/LogPosition.ts'
import type * as TokenRow from './TokenRow.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

const BUYERS_MAX = 20
const NAMESAKES_MAX = 1_000

export type SignalRows = {
  creatorBalance: bigint
  firstBuyers: readonly { holder: string; tokens: string }[]
  /** Oldest first: an older token is more likely to be the original. */
  namesakes: readonly { address: string }[]
}

/** Facts that a careful buyer checks. */
export async function readSignals(db: Db, row: TokenRow.TokenRow): Promise<SignalRows> {
  const [creatorBalance, firstBuyers, namesakes] = await Promise.all([
    readBalance(db, row),
    readFirstBuyers(db, row),
    readNamesakes(db, row),
  ])
  return { creatorBalance, firstBuyers, namesakes }
}

async function readBalance(db: Db, { id, creator }: TokenRow.TokenRow): Promise<bigint> {
  const holding = db
    .selectFrom('launch_holders')
    .select('balance')
    .where('token_id', '=', id)
    .where('holder', '=', creator)
  return BigInt((await holding.executeTakeFirst())?.balance ?? 0)
}

async function readFirstBuyers(
  db: Db,
  { id, created_at }: TokenRow.TokenRow,
): Promise<{ holder: string; tokens: string }[]> {
  const end = Position.startOf(Position.block(id) + 1)
  const { rows } = await sql<{ holder: string; tokens: string }>`
    select recipient as holder, sum(tokens)::text as tokens from launch_trades
    where token_id = ${id} and at = ${created_at} and position < ${end} and is_buy group by recipient order by sum(tokens) desc limit ${BUYERS_MAX}`.execute(
    db,
  )
  return rows
}

async function readNamesakes(db: Db, { id, name_key, symbol_key }: TokenRow.TokenRow): Promise<{ address: string }[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      (select id, address from launch_tokens where name_key = ${name_key} and id <> ${id} order by id limit ${NAMESAKES_MAX})
      union
      (select id, address from launch_tokens where symbol_key = ${symbol_key} and id <> ${id} order by id limit ${NAMESAKES_MAX})
    ) same order by id limit ${NAMESAKES_MAX}`.execute(db)
  return rows
}
