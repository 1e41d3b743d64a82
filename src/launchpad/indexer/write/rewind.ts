import { sql, type Transaction } from 'kysely'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import type { Emitters } from '#launchpad/indexer/chain/Event.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import * as Outbox from '#launchpad/store/Outbox.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { toEvent } from '#launchpad/wire/toEvent.ts'
import { changeCreators } from './changeCreators.ts'
import { type ChainRow, type Leadership, leaderTransaction } from './leaderTransaction.ts'
import { moveBalances } from './moveBalances.ts'
import * as RewoundRows from './RewoundRows.ts'
import { redrawCandles } from './redrawCandles.ts'
import { restoreLaunches } from './restoreLaunches.ts'
import * as Ticks from './Ticks.ts'

type Options = { expected: Checkpoint; fork: Checkpoint; emitters: Emitters }

/** Removes everything after the fork from the tables, as if those blocks had never been indexed. */
export function rewind(leadership: Leadership, { expected, fork, emitters }: Options): Promise<void> {
  return leaderTransaction(leadership, { expected, isDurable: true }, async (db, chain) => {
    const start = Position.startOf(fork.block + 1)
    const rewound = await RewoundRows.remove(db, { start, windowStart: chain.window_start })
    await redrawCandles(db, { start, trades: rewound.trades })
    const surviving = rewound.balances.filter(({ tokenId }) => tokenId < start)
    const holders = await moveBalances(db, surviving, emitters)
    await Ticks.change(db, RewoundRows.tickChanges(rewound, start))
    await restoreLaunches(db, { rewound, holders, start })
    await changeCreators(db, RewoundRows.creatorChanges(rewound))
    await sql`delete from launch_creators where tokens = 0`.execute(db)
    await retreat(db, chain, { rewound, fork })
  })
}

async function retreat(
  db: Transaction<Tables>,
  chain: ChainRow,
  { rewound, fork }: { rewound: RewoundRows.RewoundRows; fork: Checkpoint },
): Promise<void> {
  const reorg = toEvent('reorg', null, { fromBlock: fork.block + 1, toBlock: chain.block })
  const lastSeq = await Outbox.append(db, chain.last_seq, [reorg])
  await sql`delete from launch_blocks where number > ${fork.block}`.execute(db)
  await sql`delete from launch_set_aside where position >= ${Position.startOf(fork.block + 1)}`.execute(db)
  const { tokens, graduated, trades, volume, trades24h, volume24h, ...backed } = RewoundRows.totals(rewound)
  await sql`
    update launch_chain set block = ${fork.block}, block_hash = ${fork.hash}, block_time = ${fork.time},
      version = ${chain.version + 1}, quiet_version = ${chain.version + 1}, last_seq = ${lastSeq}, tokens = tokens - ${tokens}, graduated = graduated - ${graduated},
      trades = trades - ${trades}, volume = volume - ${String(volume)}::numeric,
      trades_24h = trades_24h - ${trades24h}, volume_24h = volume_24h - ${String(volume24h)}::numeric,
      backed_volume = backed_volume - ${String(backed.backedVolume)}::numeric,
      backed_volume_24h = backed_volume_24h - ${String(backed.backedVolume24h)}::numeric`.execute(db)
}
