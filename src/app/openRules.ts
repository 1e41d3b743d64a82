import { toNotification } from '#a2a/toTask.ts'
import type { Arena } from '#arena/createArena.ts'
import type { Boxes } from '#boxes/createBoxes.ts'
import type { Chains } from '#chain/createChains.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import { readWatched } from '#liquidity/pools/readWatched.ts'
import type { Live } from '#live/createLive.ts'
import type { PositionSource } from '#rules/Context.ts'
import { createRules, type Rules } from '#rules/createRules.ts'
import type { Resources } from './Resources.ts'

type Modules = { live: Live; audit: AuditLog; launchpad: Launchpad | undefined; arena: Arena; boxes: Boxes }

/** Rules over the events of the launchpad, rooms and boxes. */
export function openRules({ config, database, chains, secrets, now }: Resources, modules: Modules): Rules {
  const { live, audit, launchpad, arena, boxes } = modules
  const { RULES_PER_DEVELOPER: rulesMax, WEBHOOK_ALLOWED_HOSTS: allowedHosts = [] } = config
  return createRules({
    ...{ database, secrets, live, audit, allowedHosts, rulesMax, now, baseUrl: config.baseUrl },
    launches: launchpad?.outbox,
    rooms: arena.ruleRooms,
    boxes: boxes.ruleBoxes,
    positions: positionSource(chains),
    describeRun: toNotification,
  })
}

function positionSource(chains: Chains): PositionSource {
  return {
    chainIds: chains.facts.map(({ id }) => id),
    read: (chainId, { protocol, ids }) => readWatched(chains.get(chainId), protocol, ids.map(BigInt)),
  }
}
