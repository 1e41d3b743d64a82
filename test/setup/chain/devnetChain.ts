import type { Chain } from '#chain/Chain.ts'
import { type ChainsOptions, createChains } from '#chain/createChains.ts'
import type { Description } from '#devnet/describe.ts'
import { devnetDeployment } from '../../../src/app/devnetDeployment.ts'

/** A busy machine answers late. */
const PATIENCE_MS = 60_000

/** Chain 4663 as served by a development chain, or by a proxy in front of it at `url`. */
export function openDevnetChain(
  description: Description,
  { url = description.rpcUrl, ...options }: ChainsOptions & { url?: string } = {},
): Chain & Disposable {
  const deployments = { 4663: devnetDeployment(description) }
  const chains = createChains({ rpcUrls: { 4663: [url] }, deployments, deadlineMs: PATIENCE_MS, ...options })
  return { ...chains.get(4663), [Symbol.dispose]: chains.close }
}
