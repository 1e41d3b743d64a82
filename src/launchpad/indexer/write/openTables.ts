import { type Kysely, sql, type Transaction } from 'kysely'
import * as LeaderElection from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import type { Identity } from '#launchpad/indexer/chain/identify.ts'
import * as Outbox from '#launchpad/store/Outbox.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { toEvent } from '#launchpad/wire/toEvent.ts'
import type { ChainRow, Leadership } from './leaderTransaction.ts'

/** The tables were filled from another chain or contract, and only a development service may drop them. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

type Opened = { checkpoint: Checkpoint; hasCaughtUp: boolean; windowStart: number; isRebuilt: boolean }
type Options = { identity: Identity; isDevnet: boolean; windowStart: number }

/** Prepares the tables for this chain: as they are, new, or emptied if a development chain was restarted. */
export function openTables({ db, term }: Leadership, options: Options): Promise<Opened> {
  const { identity, isDevnet, windowStart } = options
  return transaction(db, async (tx) => {
    await LeaderElection.assertCurrentTerm(tx as unknown as Kysely<unknown>, term)
    const chain = await tx.selectFrom('launch_chain').selectAll().forUpdate().executeTakeFirst()
    if (chain && isSame(chain, identity))
      return {
        checkpoint: { block: chain.block, hash: chain.block_hash, time: chain.block_time },
        hasCaughtUp: chain.has_caught_up,
        windowStart: chain.window_start,
        isRebuilt: false,
      }
    if (chain && !isDevnet) throw new WrongChain(differenceOf(chain, identity))
    if (chain) await empty(tx)
    await begin(tx, options, chain)
    return { checkpoint: identity.base, hasCaughtUp: false, windowStart, isRebuilt: chain !== undefined }
  })
}

function isSame(chain: ChainRow, identity: Identity): boolean {
  return (
    chain.chain_id === identity.chainId &&
    chain.factory === identity.factory &&
    chain.code_hash === identity.codeHash &&
    chain.start_block === identity.startBlock &&
    chain.start_hash === identity.startHash
  )
}

function differenceOf(chain: ChainRow, { chainId, factory, startBlock }: Identity): string {
  return (
    `The launch tables belong to the contract ${chain.factory} on chain ${chain.chain_id} from block ${chain.start_block}, not to ` +
    `${factory} on chain ${chainId} from block ${startBlock}, or the history of that chain differs. ` +
    'Set LAUNCH_FACTORY, LAUNCH_FACTORY_BLOCK and RPC_URL_4663 as they were, or use another database.'
  )
}

async function empty(tx: Transaction<Tables>): Promise<void> {
  await sql`truncate launch_chain, launch_blocks, launch_tokens, launch_curves, launch_trades, launch_transfers,
    launch_notes, launch_liquidity, launch_splits, launch_ticks, launch_candles, launch_holders, launch_creators, launch_metadata, launch_set_aside`.execute(
    tx,
  )
}

/** Event numbers continue, so that a listener's last number stays below every new one. */
async function begin(
  tx: Transaction<Tables>,
  { identity, windowStart }: Options,
  before: ChainRow | undefined,
): Promise<void> {
  const { chainId, factory, codeHash, poolManager, startBlock, startHash, base } = identity
  const events = before ? [toEvent('reorg', null, { fromBlock: startBlock, toBlock: before.block })] : []
  const lastSeq = await Outbox.append(tx, before?.last_seq ?? (await lastSeqOf(tx)), events)
  await sql`
    insert into launch_chain (chain_id, factory, code_hash, pool_manager, start_block, start_hash, block, block_hash, block_time, version, quiet_version, last_seq, window_start)
    values (${chainId}, ${factory}, ${codeHash}, ${poolManager}, ${startBlock}, ${startHash}, ${base.block}, ${base.hash},
      ${base.time}, ${(before?.version ?? 0) + 1}, ${(before?.version ?? 0) + 1}, ${lastSeq}, ${windowStart})`.execute(
    tx,
  )
  await sql`insert into launch_blocks (number, hash, at) values (${base.block}, ${base.hash}, ${base.time})`.execute(tx)
}

async function lastSeqOf(tx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from launch_outbox`.execute(tx)
  return rows[0]?.seq ?? 0
}
