import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

const LEAD = 'Sign in with a wallet; create, rotate and revoke keys; see what they did.'

export const keys: SitePage = {
  path: '/developers/keys',
  title: 'Keys',
  render: (site) =>
    developerPage(site, {
      title: 'Keys',
      description: LEAD,
      path: '/developers/keys',
      lead: LEAD,
      entry: 'keys',
      body: html`
        <div id="app"><section class="card"><div class="body"><p class="muted">Loading …</p></div></section></div>
        <noscript>
          <p>This page needs JavaScript. With curl: <a href="/developers/quickstart">the quickstart</a>.</p>
        </noscript>
      `,
      markdown: `# Keys\n\n${LEAD}\n\nWith curl: ${site.baseUrl}/developers/quickstart\n`,
    }),
}
