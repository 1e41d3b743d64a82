import { sql } from 'kysely'
import { eventually } from '../database/databaseService.ts'
import type { LaunchService } from './launchService.ts'
import type { Logged } from './rawChain.ts'

const LOGS_PER_BLOCK = 2 ** 20

/** Waits until the positions of wallets include the newest block. */
export async function untilFollowed(service: LaunchService): Promise<void> {
  await service.settled()
  const db = service.database.kysely
  type Place = { block: number; seq: number }
  const wanted = await sql<Place>`select block, last_seq as seq from launch_chain`.execute(db)
  await eventually(
    async () => {
      const { rows } = await sql<Place>`select block, seq from launch_wallets_cursor`.execute(db)
      return rows[0]?.block === wanted.rows[0]?.block && Number(rows[0]?.seq) >= Number(wanted.rows[0]?.seq)
    },
    { what: 'the positions of wallets' },
  )
}

/** The traders of swaps, which the logs alone do not name. */
export async function readPoolTraders({ database }: LaunchService): Promise<(log: Logged) => string> {
  const { rows } = await sql<{ position: number; trader: string }>`
    select position, trader from launch_trades where venue = 'pool'`.execute(database.kysely)
  const traders = new Map(rows.map(({ position, trader }) => [Number(position), trader]))
  return ({ block, logIndex }) => traders.get(block * LOGS_PER_BLOCK + logIndex) ?? ''
}
