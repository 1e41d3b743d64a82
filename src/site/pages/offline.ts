import { html } from '#site/html.ts'
import type { SitePage } from './SitePage.ts'

/** Shown instead of a page that a browser cannot load. */
export const offline: SitePage = {
  path: '/offline',
  title: 'Offline',
  isUnlisted: true,
  render: () => ({
    title: 'Offline',
    description: 'Slipway cannot be reached from this browser at the moment.',
    path: '/offline',
    isHidden: true,
    main: html`
      <main class="page" id="main">
        <div class="empty">
          <h1>You are offline</h1>
          <span>Slipway cannot be reached. Transactions you have signed go on without this page.</span>
          <a class="button primary" href="">Try again</a>
        </div>
      </main>
    `,
  }),
}
