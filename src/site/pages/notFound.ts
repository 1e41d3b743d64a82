import { html } from '#site/html.ts'
import type { SitePage } from './SitePage.ts'

/** Where nothing is: says so, and the ways on. */
export const notFound: SitePage = {
  path: '*',
  title: 'Nothing here',
  render: ({ sections }) => ({
    title: 'Nothing here',
    description: 'Nothing is at this address.',
    path: '/',
    status: 404,
    isHidden: true,
    main: html`<main class="page" id="main"><div class="empty"><h1>Nothing is at this address</h1><span>Check it, or go on from here.</span><span class="row wrap">${sections.map(({ path, label }) => html`<a class="btn" href="${path}">${label}</a>`)}<a class="btn" href="/">Front page</a></span></div></main>`,
  }),
}
