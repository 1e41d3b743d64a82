import { apply } from './apply.ts'
import * as audit from './audit.ts'
import type { Follower } from './Follower.ts'
import * as Interest from './Interest.ts'
import * as Progress from './Progress.ts'
import * as Pulse from './Pulse.ts'
import type { Stretch } from './Stretch.ts'

/** Commits the stretch that follows the checkpoint, and moves on to its end. */
export async function takeIn(follower: Follower, stretch: Stretch): Promise<void> {
  const { office, checkpoint: expected, emitters, site, accepted } = follower
  const { checkpoint, events, derived } = await apply(office, stretch, { expected, emitters, site, accepted })
  follower.checkpoint = checkpoint
  const tokens = derived.tokens.map(({ address }) => address)
  const pools = [...derived.states.values()].flatMap(({ graduation }) => (graduation ? [graduation.poolId] : []))
  follower.launched.tokens.push(...tokens)
  follower.launched.pools = [...new Set([...follower.launched.pools, ...pools])]
  Interest.add(follower.interest, [...tokens, ...pools])
  audit.add(follower.audits, derived)
  Progress.count(follower.progress, { events, block: checkpoint.block, now: follower.now() })
  follower.notify()
  await Pulse.write(follower)
}
