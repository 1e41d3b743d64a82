import type { Address } from 'viem'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import * as Audits from './audit/Audits.ts'
import * as ChainHead from './ChainHead.ts'
import { identify } from './chain/identify.ts'
import * as RangeSize from './chain/RangeSize.ts'
import * as WatchList from './chain/WatchList.ts'
import type { FollowState } from './FollowState.ts'
import { follow } from './follow.ts'
import * as Heartbeat from './Heartbeat.ts'
import * as IndexCursor from './IndexCursor.ts'
import * as Progress from './Progress.ts'
import * as SetAside from './SetAside.ts'
import type { Work } from './Work.ts'
import { windowStart } from './write/expireRows.ts'
import type { Leadership } from './write/leaderTransaction.ts'
import { openTables } from './write/openTables.ts'
import { loadSetAside } from './write/setAsideRows.ts'

type Options = {
  signal: AbortSignal
  /** Receives the state, for reports. */
  onStart: (state: FollowState) => void
}

/** One term as leader: opens the tables for this chain and follows it. */
export async function startFollowing(options: Omit<Work, 'emitters'>, { signal, onStart }: Options): Promise<void> {
  const { chain, leadership, factory, isDevnet, log, now } = options
  const identity = await identify(chain, factory)
  const { isRebuilt, ...opened } = await openTables(leadership, {
    identity,
    isDevnet,
    windowStart: windowStart(now()),
  })
  if (isRebuilt) log.info({ startBlock: factory.startBlock }, 'chain was restarted; rebuilding the launch tables')
  const splitFactory = feeSplitFactoryOf(identity.factory as Address).toLowerCase()
  const state: FollowState = {
    cursor: IndexCursor.create(opened),
    head: ChainHead.create(now()),
    watchList: WatchList.create([identity.factory, splitFactory], await loadLaunched(leadership)),
    rangeSize: RangeSize.create(),
    progress: Progress.create(now(), opened.checkpoint.block),
    audits: Audits.create(),
    heartbeat: Heartbeat.create(opened.checkpoint.block),
  }
  for (const entry of await loadSetAside(leadership))
    SetAside.add(state.cursor.setAside, entry, { factory: identity.factory, now: now() })
  onStart(state)
  const emitters = { factory: identity.factory, poolManager: identity.poolManager, splitFactory }
  await follow({ ...options, emitters }, state, signal)
}

async function loadLaunched({ db }: Leadership): Promise<WatchList.Launched> {
  const tokens = await db.selectFrom('launch_tokens').select('address').execute()
  const pools = await db.selectFrom('launch_curves').select('pool_id').where('pool_id', 'is not', null).execute()
  return {
    tokens: new Set(tokens.map(({ address }) => address)),
    pools: new Set(pools.flatMap(({ pool_id }) => pool_id ?? [])),
  }
}
