import { html } from '#site/html.ts'
import { siteChains } from '#site/siteChains.ts'
import type { SitePage } from './SitePage.ts'
import { waiting } from './waiting.ts'

/** The liquidity positions of the connected wallet, or of the owner named in the URL. */
export const positions: SitePage = {
  path: '/positions',
  title: 'Positions',
  render: (site) => ({
    title: 'Positions',
    description:
      'Your Uniswap v2, v3 and v4 positions: range, amounts, fees. Add, remove and claim; your wallet signs.',
    path: '/positions',
    section: '/positions',
    bodyClass: 'page-position',
    entry: 'positions',
    first: { chains: siteChains(site) },
    main: html`
      <main class="page position-page" id="main">
        <div id="app">${waiting('Positions')}</div>
        <noscript><p>This page needs JavaScript. Without it, use GET /api/liquidity/positions.</p></noscript>
      </main>
    `,
  }),
}
