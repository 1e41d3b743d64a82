import { html } from '#site/html.ts'
import type { SitePage } from './SitePage.ts'

/** The page on which a person approves or refuses a client. */
export const consent: SitePage = {
  path: '/oauth/consent/{uid}',
  title: 'Connect a client',
  render: (_, { params }) => ({
    title: 'Connect a client',
    description: 'An app asks to act for you on Slipway.',
    path: `/oauth/consent/${params['uid']}`,
    bodyClass: 'page-form page-consent',
    entry: 'consent',
    isHidden: true,
    main: html`
      <main class="page form" id="main">
        <div id="app"><section class="card"><div class="body"><p class="muted">Loading …</p></div></section></div>
        <noscript><p>This page needs JavaScript, because your wallet signs you in.</p></noscript>
      </main>
    `,
  }),
}
