import { html } from '#site/html.ts'
import { siteChains } from '#site/siteChains.ts'
import type { SitePage } from './SitePage.ts'
import { waiting } from './waiting.ts'

/** Pools on every supported chain. */
export const pools: SitePage = {
  path: '/pools',
  title: 'Pools',
  render: (site) => ({
    title: 'Pools',
    description:
      'Find a Uniswap v2, v3 or v4 pool by its tokens, address or id: price, depth, fee, hooks and warnings.',
    path: '/pools',
    section: '/positions',
    bodyClass: 'page-position',
    entry: 'pools',
    first: { chains: siteChains(site) },
    main: html`
      <main class="page position-page" id="main">
        <div id="app">${waiting('Pools')}</div>
        <noscript><p>This page needs JavaScript. Without it, use GET /api/liquidity/pools.</p></noscript>
      </main>
    `,
  }),
}
