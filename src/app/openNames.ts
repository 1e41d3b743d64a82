import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Operation } from '#core/Operation.ts'
import { toAddress } from '#core/wire.ts'
import { operations } from '#names/operations.ts'
import type { Resources } from './Resources.ts'

/** Names of the launchpad's chain; nothing without a registry. */
export function openNames({ config, chains, now }: Resources): Operation[] {
  const registry = config.NAME_REGISTRY
  return registry ? operations({ chain: chains.get(LAUNCH_CHAIN_ID), registry: toAddress(registry), now }) : []
}
