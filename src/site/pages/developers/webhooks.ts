import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

const LEAD = 'Rules over events, signed webhooks with their delivery log, and your alerts.'

export const webhooks: SitePage = {
  path: '/developers/webhooks',
  title: 'Webhooks and alerts',
  render: (site) =>
    developerPage(site, {
      title: 'Webhooks and alerts',
      description: LEAD,
      path: '/developers/webhooks',
      lead: LEAD,
      entry: 'webhooks',
      body: html`
        <div id="app"><section class="card"><div class="body"><p class="muted">Loading …</p></div></section></div>
        <noscript>
          <p>This page needs JavaScript. With curl: <a href="/developers/reference/rules">the reference</a>.</p>
        </noscript>
      `,
      markdown: `# Webhooks and alerts\n\n${LEAD}\n\nWith curl: ${site.baseUrl}/developers/reference/rules\n`,
    }),
}
