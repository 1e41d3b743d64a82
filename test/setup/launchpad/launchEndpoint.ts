import type { Chain } from '#chain/Chain.ts'
import { createChains } from '#chain/createChains.ts'
import { describe } from '#devnet/describe.ts'
import { devnetLaunchpad } from '#launchpad/contract/launchpad.generated.ts'
import { devnetDeployment } from '../../../src/app/devnetDeployment.ts'

/** The launchpad of every development chain. */
export const factory = { address: devnetLaunchpad.address, startBlock: 1, chainId: 4663 }

/** Chain 4663 at an address, or at several that must agree. */
export function openChain(url: string, ...others: string[]): Chain & Disposable {
  const chains = createChains({
    rpcUrls: { 4663: [url, ...others] },
    deployments: { 4663: devnetDeployment(describe(url)) },
  })
  return { ...chains.get(4663), [Symbol.dispose]: chains.close }
}
