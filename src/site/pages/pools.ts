import { drawApp } from '#site/drawApp.ts'
import { html } from '#site/html.ts'
import { siteChains } from '#site/siteChains.ts'
import type { SitePage } from './SitePage.ts'

/** Pools on every supported chain. */
export const pools: SitePage = {
  path: '/pools',
  title: 'Pools',
  async render(site, { query }) {
    const first = { chains: siteChains(site) }
    const { app, data } = await drawApp(site, { entry: 'pools', path: `/pools?${query}`, first, readsMore: true })
    return {
      title: 'Pools',
      description:
        'Find a Uniswap v2, v3 or v4 pool by its tokens, address or id: price, depth, fee, hooks and warnings.',
      path: '/pools',
      section: '/positions',
      bodyClass: 'page-position',
      entry: 'pools',
      data,
      main: html`
        <main class="page position-page" id="main">
          ${app}<noscript><p>This page needs JavaScript. Without it, use GET /api/liquidity/pools.</p></noscript>
        </main>
      `,
    }
  },
}
