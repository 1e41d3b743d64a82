import { html } from '#site/html.ts'
import type { SitePage } from './SitePage.ts'

export const notFound: SitePage = {
  path: '*',
  title: 'Page not found',
  render: ({ sections }) => ({
    title: 'Page not found',
    description: 'There is no page at this address.',
    path: '/',
    status: 404,
    isHidden: true,
    main: html`
      <main class="page" id="main">
        <div class="empty">
          <h1>Page not found</h1><span>Check the link or pick a section.</span>
          <span class="row wrap">
            ${sections.map(({ path, label }) => html`<a class="button" href="${path}">${label}</a>`)}
            <a class="button" href="/">Front page</a>
          </span>
        </div>
      </main>
    `,
  }),
}
