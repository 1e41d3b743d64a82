import { type Html, html, raw } from './html.ts'
import type { Site, SiteData } from './Site.ts'

type AppPage = {
  entry: string
  path: string
  first?: Record<string, unknown>
  /** Reads the data that the page requests while it is drawn, and draws it again with the answers. */
  readsMore?: boolean
}

/** An answer may lead to another request, such as from a pool to its depth. */
const ROUNDS = 3
/** The browser reads the answers that take longer. */
const PATIENCE_MS = 400

/** The data of an interactive page and its server-rendered content; empty if rendering fails, and the script renders it. */
export async function drawApp(
  site: Site,
  { entry, path, first = {}, readsMore = false }: AppPage,
): Promise<{ app: Html; data: SiteData }> {
  const data = siteData(site, first)
  try {
    const draw = await site.drawing()
    const url = new URL(path, site.baseUrl).href
    const asked = new Set<string>()
    let drawn = draw(entry, data, url)
    const until = AbortSignal.timeout(PATIENCE_MS)
    for (let round = 0; readsMore && round < ROUNDS; round++) {
      const missing = drawn.missing.filter((wanted) => wanted.startsWith('/api/') && !asked.has(wanted))
      for (const wanted of missing) asked.add(wanted)
      const found = await readMissing(site, missing, until)
      if (Object.keys(found).length === 0) break
      Object.assign(data.first, found)
      drawn = draw(entry, data, url)
    }
    return { app: html`<div id="app" data-drawn>${raw(drawn.markup)}</div>`, data }
  } catch {
    return { app: html`<div id="app"></div>`, data }
  }
}

/** The answers that come in time, by URL. */
async function readMissing(site: Site, urls: string[], until: AbortSignal): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const { promise: late, resolve } = Promise.withResolvers<void>()
  if (until.aborted) return found
  until.addEventListener('abort', () => resolve(), { once: true })
  const reads = urls.map(async (url) => {
    found[url] = await site.readUrl(url)
  })
  await Promise.race([late, Promise.allSettled(reads)])
  return { ...found }
}

export function siteData(site: Site, first: Record<string, unknown> = {}): SiteData {
  const { chainId, rpcUrl, factory, explorerUrl, isDevnet, chainPrefix, wrappedNative, walletConnect, hasNames } = site
  const tokens = site.tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals }))
  const deployment = { chainId, rpcUrl, factory, explorerUrl, isDevnet, chainPrefix, wrappedNative }
  const config = { ...deployment, tokens, walletConnect, hasNames }
  return { config, first, now: site.now() }
}
