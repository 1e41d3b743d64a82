import type { View } from '#batch/Context.ts'
import { operations as batchOperations } from '#batch/operations.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Operation } from '#core/Operation.ts'
import type { BatchAttest } from '#core/Statement.ts'
import { decode } from '#http/decode.ts'
import type { Launchpad } from '#launchpad/createLaunchpad.ts'
import type { Context as LiquidityContext } from '#liquidity/Context.ts'
import { operations as liquidityOperations } from '#liquidity/operations.ts'
import { permissionedTokenUrl } from '#site/pages/developers/permissionedToken.ts'
import type { Resources } from './Resources.ts'

type Building = Pick<Resources, 'config' | 'chains' | 'now'>
type Modules = {
  readonly launchpad: Launchpad | undefined
  readonly attest: BatchAttest
  readonly redeem: LiquidityContext['redeem']
}

/** Liquidity and batches. A batch is built by the operations themselves, on the state that earlier calls leave. */
export function openBuilders(resources: Building, { launchpad, attest, redeem }: Modules): Operation[] {
  const { chains, now } = resources
  const operationsOn = (view: View) => [
    ...openLiquidity({ ...resources, chains: view.chains }, { attest: view.attest }),
    ...(launchpad ? [launchpad.prepareOn({ chain: view.chains.get(LAUNCH_CHAIN_ID), attest: view.attest })] : []),
  ]
  return [
    ...openLiquidity(resources, { attest, redeem }),
    ...batchOperations({ chains, now, attest, operationsOn, decode }),
  ]
}

type Builders = Pick<LiquidityContext, 'attest' | 'redeem'>

function openLiquidity({ config, chains, now }: Building, builders: Builders): Operation[] {
  return liquidityOperations({ chains, now, ...builders, admissionUrl: permissionedTokenUrl(config.baseUrl) })
}
