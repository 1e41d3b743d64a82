import { html } from '#site/html.ts'
import { developerPage } from './developers/layout.ts'
import type { SitePage } from './SitePage.ts'

const LEAD = 'For operators: load, queues, leaders, RPC providers, and decisions about developers.'

export const operatorConsole: SitePage = {
  path: '/console',
  title: 'Operator console',
  isUnlisted: true,
  render: (site) =>
    developerPage(site, {
      title: 'Operator console',
      description: LEAD,
      path: '/console',
      lead: LEAD,
      entry: 'console',
      body: html`
        <div id="app"><section class="card"><div class="body"><p class="muted">Loading …</p></div></section></div>
        <noscript>
          <p>This page needs JavaScript. With curl: <a href="/developers/reference/operations">the reference</a>.</p>
        </noscript>
      `,
      markdown: `# Operator console\n\n${LEAD}\n\nWith curl: ${site.baseUrl}/developers/reference/operations\n`,
    }),
}
