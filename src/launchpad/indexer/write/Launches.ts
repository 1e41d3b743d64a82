import { type Kysely, sql, type Transaction } from 'kysely'
import type { Launch } from '#launchpad/records/Launch.ts'
import { type Columns, sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { type LaunchRow, toLaunch } from '#launchpad/store/toLaunch.ts'

const COLUMNS: Columns<Launch> = {
  id: ['int8', ({ id }) => id],
  creator: ['hex', ({ creator }) => creator],
  current_creator: ['hex', ({ currentCreator }) => currentCreator],
  pending_creator: ['hex', ({ pendingCreator }) => pendingCreator],
  fee_holder: ['hex', ({ feeHolder }) => feeHolder],
  opening_seconds: ['int4', ({ openingSeconds }) => openingSeconds],
  opening_ends_at: ['int8', ({ openingEndsAt }) => openingEndsAt],
  lock_days: ['int4', ({ lockDays }) => lockDays],
  locked: ['numeric', ({ locked }) => locked],
  released: ['numeric', ({ released }) => released],
  burned: ['numeric', ({ burned }) => burned],
  real_eth: ['numeric', ({ realEth }) => realEth],
  sold: ['numeric', ({ sold }) => sold],
  price: ['numeric', ({ price }) => price],
  market_cap: ['numeric', ({ marketCap }) => marketCap],
  volume: ['numeric', ({ volume }) => volume],
  volume_24h: ['numeric', ({ volume24h }) => volume24h],
  backed_volume: ['numeric', ({ backedVolume }) => backedVolume],
  backed_volume_24h: ['numeric', ({ backedVolume24h }) => backedVolume24h],
  outside_volume_24h: ['numeric', ({ outsideVolume24h }) => outsideVolume24h],
  outside_eth: ['numeric', ({ outsideEth }) => outsideEth],
  trades: ['int8', ({ trades }) => trades],
  trades_24h: ['int8', ({ trades24h }) => trades24h],
  holders: ['int8', ({ holders }) => holders],
  last_trade: ['int8', ({ lastTrade }) => lastTrade],
  last_trade_at: ['int8', ({ lastTradeAt }) => lastTradeAt],
  curve_fees: ['numeric', ({ curveFees }) => curveFees],
  pool_fees: ['numeric', ({ poolFees }) => poolFees],
  claimed: ['numeric', ({ claimed }) => claimed],
  graduated: ['bool', ({ graduation }) => graduation !== null],
  graduated_position: ['int8', ({ graduation }) => graduation?.position ?? null],
  graduated_at: ['int8', ({ graduation }) => graduation?.at ?? null],
  graduated_tx: ['hex', ({ graduation }) => graduation?.transactionHash ?? null],
  pool_id: ['hex', ({ graduation }) => graduation?.poolId ?? null],
  pool_key: ['jsonb', ({ graduation }) => (graduation ? JSON.stringify(graduation.key) : null)],
  sqrt_price_x96: ['numeric', ({ sqrtPriceX96 }) => sqrtPriceX96],
  pool_tick: ['int4', ({ poolTick }) => poolTick],
  fee_growth0: ['numeric', ({ feeGrowth0 }) => feeGrowth0],
  fee_growth1: ['numeric', ({ feeGrowth1 }) => feeGrowth1],
  collected_growth0: ['numeric', ({ collectedGrowth0 }) => collectedGrowth0],
}

/** The launches among these tokens and pools; the others are not ours. */
export async function load(
  db: Kysely<Tables>,
  { tokens, pools }: { tokens: readonly string[]; pools: readonly string[] },
): Promise<Map<string, Launch>> {
  const { rows } = await sql<LaunchRow>`
    select t.address, c.* from launch_tokens t join launch_curves c using (id) where t.address = any(${tokens})
    union
    select t.address, c.* from launch_curves c join launch_tokens t using (id) where c.pool_id = any(${pools})`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.address, toLaunch(row)]))
}

export async function loadById(db: Transaction<Tables>, ids: readonly number[]): Promise<Launch[]> {
  const { rows } = await sql<LaunchRow>`
    select t.address, c.* from launch_curves c join launch_tokens t using (id) where c.id = any(${ids})`.execute(db)
  return rows.map(toLaunch)
}

/** Writes the current state of the launches. */
export async function save(db: Transaction<Tables>, launches: readonly Launch[]): Promise<void> {
  if (launches.length === 0) return
  const names = Object.keys(COLUMNS)
  const changes = names.filter((name) => name !== 'id' && name !== 'creator')
  await sql`
    insert into launch_curves (${sql.raw(names.join(', '))}) select ${sql.raw(names.join(', '))} from ${sqlRows(launches, COLUMNS)}
    on conflict (id) do update set ${sql.raw(changes.map((name) => `${name} = excluded.${name}`).join(', '))}`.execute(
    db,
  )
}
