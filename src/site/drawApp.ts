import { type Html, html, raw } from './html.ts'
import type { Site, SiteData } from './Site.ts'

type AppPage = { entry: string; path: string; first?: Record<string, unknown> }

/** The data of an interactive page and its server-rendered content; empty if rendering fails, and the script renders it. */
export async function drawApp(
  site: Site,
  { entry, path, first = {} }: AppPage,
): Promise<{ app: Html; data: SiteData }> {
  const data = siteData(site, first)
  try {
    const markup = (await site.drawing())(entry, data, new URL(path, site.baseUrl).href)
    return { app: html`<div id="app" data-drawn>${raw(markup)}</div>`, data }
  } catch {
    return { app: html`<div id="app"></div>`, data }
  }
}

export function siteData(site: Site, first: Record<string, unknown> = {}): SiteData {
  const { chainId, rpcUrl, factory, explorerUrl, isDevnet, chainPrefix, wrappedNative, walletConnect, hasNames } = site
  const tokens = site.tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals }))
  const deployment = { chainId, rpcUrl, factory, explorerUrl, isDevnet, chainPrefix, wrappedNative }
  const config = { ...deployment, tokens, walletConnect, hasNames }
  return { config, first, now: site.now() }
}
