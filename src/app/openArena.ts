import { type Arena, createArena } from '#arena/createArena.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Live } from '#live/createLive.ts'
import { announce } from '#rules/store/Announcements.ts'
import { arenaGauges } from './arenaGauges.ts'
import { type openAccess, originOf } from './openAccess.ts'
import type { Resources } from './Resources.ts'

type Modules = { access: Awaited<ReturnType<typeof openAccess>>; live: Live; launchpad: Launchpad | undefined }

/** Rooms; those of launches are written from the launch index. */
export function openArena({ config, database, metrics, now }: Resources, { access, live, launchpad }: Modules): Arena {
  const { audit, identity } = access
  const arena = createArena({
    ...{ database, live, audit, announce, now },
    originOf: originOf(access),
    prices: launchpad?.tradePrices,
    launches: launchpad?.launchLog,
    walletsOf: (developerIds) => identity.walletsOf(developerIds, LAUNCH_CHAIN_ID),
    postsPerMinute: config.RATE_LIMIT_POSTS,
  })
  arenaGauges(metrics, arena)
  return arena
}
