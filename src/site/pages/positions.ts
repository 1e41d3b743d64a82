import { drawApp } from '#site/drawApp.ts'
import { type Html, html } from '#site/html.ts'
import type { Site } from '#site/Site.ts'
import { siteChains } from '#site/siteChains.ts'
import type { SitePage } from './SitePage.ts'
import { waiting } from './waiting.ts'

/** The liquidity positions of the connected wallet, or of the owner named in the URL. */
export const positions: SitePage = {
  path: '/positions',
  title: 'Positions',
  render: async (site, { query }) => ({
    title: 'Positions',
    description:
      'Your Uniswap v2, v3 and v4 positions: range, amounts, fees. Add, remove and claim; your wallet signs.',
    path: '/positions',
    section: '/positions',
    bodyClass: 'page-position',
    entry: 'positions',
    ...(await bodyOf(site, query)),
  }),
}

/** The positions of a named owner are drawn; only the script knows which wallet is connected. */
async function bodyOf(site: Site, query: URLSearchParams) {
  const first = { chains: siteChains(site) }
  if (!query.has('owner')) return { first, main: page(html`<div id="app">${waiting('Positions')}</div>`) }
  const { app, data } = await drawApp(site, { entry: 'positions', path: `/positions?${query}`, first, readsMore: true })
  return { data, main: page(app) }
}

function page(app: Html): Html {
  return html`
    <main class="page position-page" id="main">
      ${app}<noscript><p>This page needs JavaScript. Without it, use GET /api/liquidity/positions.</p></noscript>
    </main>
  `
}
