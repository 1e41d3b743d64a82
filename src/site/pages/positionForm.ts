import { drawApp } from '#site/drawApp.ts'
import { html } from '#site/html.ts'
import { siteChains } from '#site/siteChains.ts'
import type { SitePage } from './SitePage.ts'

/** The builder of liquidity positions; its form is kept in the URL. */
export const positionForm: SitePage = {
  path: '/positions/new',
  title: 'New position',
  async render(site, { query }) {
    const path = `/positions/new?${query}`
    const first = { chains: siteChains(site) }
    const { app, data } = await drawApp(site, { entry: 'position', path, first, readsMore: true })
    return {
      title: 'New position',
      description:
        'Provide liquidity to a Uniswap v2, v3 or v4 pool: choose a price range, see what you will sign, and sign it yourself.',
      path: '/positions/new',
      section: '/positions',
      bodyClass: 'page-position',
      entry: 'position',
      data,
      main: html`
        <main class="page position-page" id="main">
          ${app}
          <noscript>
            <p>The builder needs JavaScript. Without it, POST /lp/create builds the same transaction.</p>
          </noscript>
        </main>
      `,
    }
  },
}
