import { useLayoutEffect } from 'react'
import type { SiteChain } from '#site/siteChains.ts'
import { config, firstAnswer, perPage } from '../api/siteData.ts'
import { createStore } from '../store.ts'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** The chains this service reads, its own first; they come with the pages that offer a choice. */
export const chains = perPage((): readonly SiteChain[] =>
  (firstAnswer<SiteChain[]>('chains') ?? [ownChain()]).map(withOwn),
)

/** The site's own chain as the deployment has it: a devnet has its own endpoint and no explorer. */
function ownChain(): SiteChain {
  const { chainId, rpcUrl, explorerUrl, wrappedNative } = config
  return { id: chainId, name: 'Robinhood Chain', rpcUrl, explorerUrl, wrappedNative, nativeCurrency: ETHER }
}

function withOwn(chain: SiteChain): SiteChain {
  return chain.id === config.chainId ? { ...ownChain(), name: chain.name } : chain
}

/** The chain by its id; one that the page does not list has no explorer and no endpoint. */
export function chainById(id: number): SiteChain {
  const found = chains().find((chain) => chain.id === id)
  return found ?? { ...ownChain(), id, name: `chain ${id}`, rpcUrl: '', explorerUrl: null, wrappedNative: null }
}

/** The chain that the page is about: the wallet's button says whether the wallet is on it. */
export const pageChain = createStore<SiteChain>(chainById(config.chainId))

/** Makes a chain the one that the page is about, while the page is open. */
export function usePageChain(chainId: number): SiteChain {
  const chain = chainById(chainId)
  useLayoutEffect(() => pageChain.set(() => chain), [chain])
  return chain
}
