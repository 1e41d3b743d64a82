import { html } from '#site/html.ts'
import { siteChains } from '#site/siteChains.ts'
import type { SitePage } from './SitePage.ts'
import { waiting } from './waiting.ts'

/** The builder of liquidity positions; its form is kept in the URL. */
export const positionForm: SitePage = {
  path: '/positions/new',
  title: 'New position',
  render: (site) => ({
    title: 'New position',
    description:
      'Provide liquidity to a Uniswap v2, v3 or v4 pool: choose a price range, see what you will sign, and sign it yourself.',
    path: '/positions/new',
    section: '/positions',
    bodyClass: 'page-position',
    entry: 'position',
    first: { chains: siteChains(site) },
    main: html`
      <main class="page position-page" id="main">
        <div id="app">${waiting('New position', 14)}</div>
        <noscript>
          <p>The builder needs JavaScript. Without it, POST /lp/create builds the same transaction.</p>
        </noscript>
      </main>
    `,
  }),
}
