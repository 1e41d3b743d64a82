import { sql, type Transaction } from 'kysely'
import * as Curve from '#launchpad/Curve.ts'
import * as Price from '#launchpad/Price.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { State } from './State.ts'
import * as States from './States.ts'
import type { Undone } from './Undone.ts'

type Db = Transaction<Tables>
type Options = {
  undone: Undone
  /** By how many the holders of each token changed. */
  holders: ReadonlyMap<number, number>
  /** Launches from here on are gone. */
  start: number
}
type LastTrade = { id: number } & Pick<
  Tables['launch_trades'],
  'position' | 'at' | 'real_eth' | 'sold' | 'sqrt_price_x96'
>
type Rights = { id: number; creator: string | null; pending: string | null }

const ZERO = '0x0000000000000000000000000000000000000000'

/** Puts the launches that lost logs back to what the remaining ones say. */
export async function restoreStates(db: Db, { undone, holders, start }: Options): Promise<void> {
  const touched = new Set([...undone.trades.keys(), ...undone.notes.map(({ tokenId }) => tokenId), ...holders.keys()])
  const ids = [...touched].filter((id) => id < start)
  if (ids.length === 0) return
  const states = await States.loadById(db, ids)
  const lastTrades = await loadLastTrades(db, ids)
  const rights = await loadRights(db, ids)
  for (const state of states) {
    subtract(state, undone)
    state.holders += holders.get(state.id) ?? 0
    if (undone.trades.has(state.id)) goBack(state, lastTrades.get(state.id))
    const right = rights.get(state.id)
    state.currentCreator = right?.creator ?? state.creator
    state.pendingCreator = right?.pending && right.pending !== ZERO ? right.pending : null
  }
  await States.save(db, states)
}

function subtract(state: State, { trades, notes }: Undone): void {
  const sums = trades.get(state.id)
  if (sums) {
    state.trades -= sums.trades
    state.volume -= sums.volume
    state.trades24h -= sums.trades24h
    state.volume24h -= sums.volume24h
    state.curveFees -= sums.fees
  }
  for (const { kind, amount } of notes.filter(({ tokenId }) => tokenId === state.id)) {
    if (kind === 'poolFees') state.poolFees -= amount
    if (kind === 'claimed') state.claimed -= amount
    if (kind === 'graduated') Object.assign(state, { graduation: null, sqrtPriceX96: null })
  }
}

/** After a trade in the pool the curve stands where graduation left it. */
function goBack(state: State, last: LastTrade | undefined): void {
  state.lastTrade = last?.position ?? 0
  state.lastTradeAt = last?.at ?? null
  if (last?.sqrt_price_x96) {
    const sqrtPriceX96 = BigInt(last.sqrt_price_x96)
    Object.assign(state, { sqrtPriceX96 }, Price.inPool(sqrtPriceX96))
    return
  }
  if (state.graduation) state.sqrtPriceX96 = Curve.pool.sqrtPriceX96
  state.realEth = BigInt(last?.real_eth ?? 0)
  state.sold = BigInt(last?.sold ?? 0)
  Object.assign(state, Price.onCurve(state.realEth, state.sold))
}

async function loadLastTrades(db: Db, ids: readonly number[]): Promise<Map<number, LastTrade>> {
  const { rows } = await sql<LastTrade>`
    select t.id, l.* from unnest(${ids}::int8[]) as t(id) cross join lateral (
      select position, at, real_eth, sold, sqrt_price_x96 from launch_trades
      where token_id = t.id order by at desc, position desc limit 1
    ) l`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** An offer counts until it is accepted or made anew. */
async function loadRights(db: Db, ids: readonly number[]): Promise<Map<number, Rights>> {
  const { rows } = await sql<Rights>`
    select t.id, a.details ->> 'to' as creator, o.details ->> 'to' as pending from unnest(${ids}::int8[]) as t(id)
    left join lateral (
      select position, details from launch_notes where token_id = t.id and kind = 'accepted' order by position desc limit 1
    ) a on true
    left join lateral (
      select details from launch_notes where token_id = t.id and kind = 'offered' and position > coalesce(a.position, 0)
      order by position desc limit 1
    ) o on true`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
