import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { requireControl } from '#liquidity/checks/requireControl.ts'
import { permissionedManagerOf, v4Of } from '#liquidity/deployment.ts'
import { readV4Positions } from '#liquidity/pools/readV4Positions.ts'

/** A v4 position that the wallet may change, and the manager that keeps it. */
export async function readV4Position(
  chain: Chain,
  { id, wallet, permissioned }: { id: bigint; wallet: Address; permissioned: boolean | undefined },
) {
  const { stateView, positionManager } = v4Of(chain.facts)
  const manager = permissioned ? permissionedManagerOf(chain.facts) : positionManager
  const contracts = { stateView, positionManager: manager }
  const { items, block } = await readV4Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  return { position: requireControl(items[0], { id, protocol: 'V4', wallet, permissioned }, chain), block, manager }
}
