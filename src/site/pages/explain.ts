import { html } from '#site/html.ts'
import { siteChains } from '#site/siteChains.ts'
import type { SitePage } from './SitePage.ts'
import { waiting } from './waiting.ts'

/** Explains a pasted transaction or signature request. */
export const explain: SitePage = {
  path: '/explain',
  title: 'Explain',
  render: (site) => ({
    title: 'Explain',
    description: 'Paste calldata, a signature request or a link, and read what it does before you sign.',
    path: '/explain',
    section: '/developers',
    entry: 'explain',
    first: { chains: siteChains(site) },
    main: html`
      <main class="page" id="main">
        <div id="app">${waiting('Explain')}</div>
        <noscript><p>This page needs JavaScript. Without it, use POST /api/explain.</p></noscript>
      </main>
    `,
  }),
}
