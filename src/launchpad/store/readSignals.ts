import { type Kysely, sql } from 'kysely'
import { BURNED } from '#launchpad/records/Launch.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { creatorHolding } from './creatorHolding.ts'
import { readBalances } from './holders.ts'
import type { readTokenRow } from './readTokenRow.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>
type Row = NonNullable<Awaited<ReturnType<typeof readTokenRow>>>

const BUYERS_MAX = 20
const EARLY_SECONDS = 60
const EARLY_MAX = 1_000
const NAMESAKES_MAX = 1_000

export type SignalRows = {
  /** Balance of the launching account. */
  creatorBalance: bigint
  /** The creator's tokens, other accounts and locked ones included. */
  creatorHolding: bigint
  /** Bought in the first minute and not sold since by the same account, in the smallest unit. */
  earlyHolding: bigint
  firstBuyers: readonly { holder: string; tokens: string }[]
  /** Oldest first: an older token is more likely to be the original. */
  namesakes: readonly { address: string }[]
}

/** Facts that a careful buyer checks. */
export async function readSignals(db: Db, row: Row): Promise<SignalRows> {
  const [[creator], holding, earlyHolding, firstBuyers, namesakes] = await Promise.all([
    readBalances(db, row.id, [row.creator]),
    readHolding(db, row.id),
    readEarlyHolding(db, row),
    readFirstBuyers(db, row),
    readNamesakes(db, row),
  ])
  return {
    creatorBalance: BigInt(creator?.balance ?? 0),
    creatorHolding: holding,
    earlyHolding,
    firstBuyers,
    namesakes,
  }
}

async function readHolding(db: Db, id: number): Promise<bigint> {
  const { rows } = await sql<{ holding: string }>`
    select ${creatorHolding}::text as holding from launch_curves c where c.id = ${id}`.execute(db)
  return BigInt(rows[0]?.holding ?? 0)
}

/** A sale by another account is not deducted, so moving the tokens to a second wallet hides nothing. */
async function readEarlyHolding(db: Db, { id, address, creator, created_at }: Row): Promise<bigint> {
  const { rows } = await sql<{ holding: string }>`
    select coalesce(sum(greatest(early.bought - coalesce(sold.tokens, 0), 0)), 0)::text as holding
    from (
      select recipient, sum(tokens) as bought from launch_trades
      where token_id = ${id} and at <= ${created_at + EARLY_SECONDS} and is_buy
        and recipient not in (${address}, ${BURNED}, ${creator})
      group by recipient order by bought desc limit ${EARLY_MAX}
    ) early left join lateral (
      select sum(tokens) as tokens from launch_trades s
      where s.token_id = ${id} and s.trader = early.recipient and not s.is_buy
    ) sold on true`.execute(db)
  return BigInt(rows[0]?.holding ?? 0)
}

async function readFirstBuyers(
  db: Db,
  { id, address, created_at }: Row,
): Promise<{ holder: string; tokens: string }[]> {
  const end = Position.startOf(Position.block(id) + 1)
  const { rows } = await sql<{ holder: string; tokens: string }>`
    select recipient as holder, sum(tokens)::text as tokens from launch_trades
    where token_id = ${id} and at = ${created_at} and position < ${end} and is_buy and recipient not in (${address}, ${BURNED}) group by recipient order by sum(tokens) desc limit ${BUYERS_MAX}`.execute(
    db,
  )
  return rows
}

async function readNamesakes(db: Db, { id, name_key, symbol_key }: Row): Promise<{ address: string }[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      (select id, address from launch_tokens where name_key = ${name_key} and id <> ${id} order by id limit ${NAMESAKES_MAX})
      union
      (select id, address from launch_tokens where symbol_key = ${symbol_key} and id <> ${id} order by id limit ${NAMESAKES_MAX})
    ) same order by id limit ${NAMESAKES_MAX}`.execute(db)
  return rows
}
