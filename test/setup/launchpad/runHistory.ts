import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { seeded } from '../chain/rpcLies.ts'
import { eventually } from '../database/databaseService.ts'
import { type LaunchChain, startLaunchChain } from './launchChain.ts'
import { type LaunchService, startLaunchService } from './launchService.ts'
import { createSplit } from './launchStates.ts'
import { createPoolActivity } from './poolActivity.ts'
import { deployDonor } from './poolHelpers.ts'

/** A service that has followed a history, the server's time in seconds, and how much people did. */
export type History = { service: LaunchService; now: number; sent: number }

const DAY = 86_400

/** A history with openings, locks, burns, trades by every route, others' liquidity, gifts, and blocks that are replaced. */
export async function runHistory({ seed, rounds }: { seed: number; rounds: number }): Promise<History> {
  const chain = await startLaunchChain()
  let now = await headTime(chain)
  const service = await startLaunchService({ chain, now: () => now * 1000 })
  const helpers = { donor: await deployDonor(chain, chain.accounts[0] as Address), split: await createSplit(chain) }
  const random = seeded(seed)
  let sent = 0
  for (let round = 0; round < rounds; round++) {
    const before = await chain.snapshot()
    const first = createPoolActivity(chain, seed + round, helpers)
    await first.run(1 + Math.floor(random() * 6))
    if (random() < 0.5) await service.settled()
    if (random() < 0.6) await chain.revert(before)
    const second = createPoolActivity(chain, -seed - round, helpers)
    await second.run(10)
    sent += first.sent() + second.sent()
  }
  await service.settled()
  // Half a day later, so that a part of all trades is older than a day.
  now = (await headTime(chain)) + DAY / 2
  await eventually(() => hasWindow(service, now), { what: 'the last day', timeoutMs: 300_000 })
  await service.settled()
  return { service, now, sent }
}

/** Whether the sums of the last day are those of the day that ends now. */
async function hasWindow({ database }: LaunchService, now: number): Promise<boolean> {
  const { rows } = await sql<{ start: string }>`select window_start as start from launch_chain`.execute(database.kysely)
  return Number(rows[0]?.start) === Math.floor((now - DAY) / 60) * 60
}

async function headTime({ upstream }: LaunchChain): Promise<number> {
  return Number(((await upstream('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }).timestamp)
}
