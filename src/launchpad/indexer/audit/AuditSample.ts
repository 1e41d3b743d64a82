import { sql, type Transaction } from 'kysely'
import type { Work } from '#launchpad/indexer/Work.ts'
import * as Launches from '#launchpad/indexer/write/Launches.ts'
import type { Launch } from '#launchpad/records/Launch.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import * as Expectation from './Expectation.ts'

const CHANGED_MAX = 100
const ROTATED = 250

type Holding = { tokenId: number; holder: string }

/** What is compared next: first what changed, then everything in turn. */
export type Sampling = {
  tokens: Set<string>
  holders: Map<string, Holding>
  lastToken: number
  lastHolder: Holding
}

export type Sample = {
  claims: Expectation.Expectation[]
  /** To be called when all claims held. */
  next(): void
}

const START: Holding = { tokenId: 0, holder: '' }

export function create(): Sampling {
  return { tokens: new Set(), holders: new Map(), lastToken: 0, lastHolder: START }
}

/** Claims about the chain at the checkpoint, as the tables have it. */
export async function take({ leadership, emitters }: Work, sampling: Sampling): Promise<Sample> {
  const changedTokens = [...sampling.tokens].slice(0, CHANGED_MAX)
  const changedHolders = [...sampling.holders].slice(0, CHANGED_MAX)
  return leadership.db.transaction().execute(async (tx) => {
    const tokens = await countTokens(tx)
    const rotated = await nextTokens(tx, sampling.lastToken)
    const changed = await Launches.load(tx, { tokens: changedTokens, pools: [] })
    const aside = await loadAside(tx, changedTokens)
    const launches = [...changed.values().filter(({ token }) => !aside.has(token)), ...rotated]
    const turn = await nextHoldings(tx, sampling.lastHolder)
    const holdings = [
      ...(await loadHoldings(
        tx,
        changedHolders.map(([, holding]) => holding),
      )),
      ...turn,
    ]
    return {
      claims: [
        Expectation.ofCount(emitters, tokens),
        ...launches.flatMap((launch) => [
          Expectation.ofCurve(emitters, launch),
          ...Expectation.ofPool(emitters, launch),
        ]),
        ...holdings.map(Expectation.ofBalance),
      ],
      next: () => advance(sampling, { tokens: changedTokens, holders: changedHolders, rotated, turn }),
    }
  })
}

type Compared = { tokens: string[]; holders: [string, Holding][]; rotated: Launch[]; turn: Holding[] }

/** A turn that was not full was the last one: the next begins anew. */
function advance(sampling: Sampling, { tokens, holders, rotated, turn }: Compared): void {
  for (const token of tokens) sampling.tokens.delete(token)
  for (const [key] of holders) sampling.holders.delete(key)
  sampling.lastToken = (rotated.length < ROTATED ? undefined : rotated.at(-1)?.id) ?? 0
  sampling.lastHolder = (turn.length < ROTATED ? undefined : turn.at(-1)) ?? START
}

/** Launches set aside are not compared, but the launchpad counts them, also those whose creation was left out. */
async function countTokens(tx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select tokens + (select count(*) from launch_set_aside a where not exists (
      select from launch_tokens t where t.address = a.token)) as tokens from launch_chain`.execute(tx)
  return rows[0]?.tokens ?? 0
}

async function loadAside(tx: Transaction<Tables>, tokens: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('launch_set_aside')
    .select('token')
    .where('token', 'in', ['', ...tokens])
    .execute()
  return new Set(rows.map(({ token }) => token))
}

const NOT_ASIDE = sql<boolean>`not exists (select from launch_set_aside a where a.token = t.address)`

async function nextTokens(tx: Transaction<Tables>, after: number): Promise<Launch[]> {
  const rows = await tx
    .selectFrom('launch_tokens as t')
    .select('id')
    .where('id', '>', after)
    .where(NOT_ASIDE)
    .orderBy('id')
    .limit(ROTATED)
    .execute()
  const launches = await Launches.loadById(
    tx,
    rows.map(({ id }) => id),
  )
  return launches.sort((a, b) => a.id - b.id)
}

type Held = { tokenId: number; token: string; holder: string; balance: string }

async function nextHoldings(
  tx: Transaction<Tables>,
  { tokenId, holder }: Holding,
): Promise<(Expectation.Holding & Holding)[]> {
  const { rows } = await sql<Held>`
    select h.token_id as "tokenId", t.address as token, h.holder, h.balance from (
      select * from launch_holders where (token_id, holder) > (${tokenId}, ${holder})
        and token_id not in (select t.id from launch_set_aside a join launch_tokens t on t.address = a.token)
      order by token_id, holder limit ${ROTATED}
    ) h join launch_tokens t on t.id = h.token_id order by h.token_id, h.holder`.execute(tx)
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
}

/** Who is not in the table holds nothing; a launch that was undone is left out. */
async function loadHoldings(tx: Transaction<Tables>, holdings: readonly Holding[]): Promise<Expectation.Holding[]> {
  const { rows } = await sql<Held>`
    select t.id as "tokenId", t.address as token, r.holder, coalesce(h.balance, 0) as balance from ${sqlRows(holdings, {
      token_id: ['int8', ({ tokenId }) => tokenId],
      holder: ['hex', (item) => item.holder],
    })} join launch_tokens t on t.id = r.token_id left join launch_holders h on h.token_id = r.token_id and h.holder = r.holder
    where ${NOT_ASIDE}`.execute(tx)
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
}
