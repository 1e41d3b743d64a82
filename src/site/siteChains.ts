import type { Site } from './Site.ts'

/** A supported chain, as pages and wallets know it. */
export type SiteChain = {
  id: number
  name: string
  /** A public endpoint for wallets that do not know the chain yet; never one that contains a key. */
  rpcUrl: string
  explorerUrl: string | null
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Null if nothing can be paid in the native currency itself. */
  wrappedNative: string | null
}

/** The supported chains, the site's own first. */
export function siteChains({ chains, chainId }: Pick<Site, 'chains' | 'chainId'>): SiteChain[] {
  const listed = chains.map(
    ({ id, name, rpcUrl, explorerUrl, nativeCurrency, wrappedNative }): SiteChain => ({
      ...{ id, name, rpcUrl, nativeCurrency },
      explorerUrl: explorerUrl ?? null,
      wrappedNative: wrappedNative ?? null,
    }),
  )
  return [...listed.filter(({ id }) => id === chainId), ...listed.filter(({ id }) => id !== chainId)]
}
