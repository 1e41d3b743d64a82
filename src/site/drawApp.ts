import { type Html, html, raw } from './html.ts'
import type { Site, SiteData } from './Site.ts'

type App = { entry: string; path: string; first?: Record<string, unknown> }

/** The data of an interactive page, and its content drawn with it; what cannot be drawn here, the script draws. */
export async function drawApp(site: Site, { entry, path, first = {} }: App): Promise<{ app: Html; data: SiteData }> {
  const data = siteData(site, first)
  try {
    const markup = (await site.drawing())(entry, data, new URL(path, site.baseUrl).href)
    return { app: html`<div id="app" data-drawn>${raw(markup)}</div>`, data }
  } catch {
    return { app: html`<div id="app"></div>`, data }
  }
}

export function siteData(site: Site, first: Record<string, unknown> = {}): SiteData {
  const { chainId, rpcUrl, factory, explorerUrl, isDevnet, chainPrefix, wrappedNative } = site
  const tokens = site.tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals }))
  const config = { chainId, rpcUrl, factory, explorerUrl, isDevnet, chainPrefix, wrappedNative, tokens }
  return { config, first, now: site.now() }
}
