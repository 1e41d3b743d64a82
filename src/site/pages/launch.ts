import { reads } from '#launchpad/wire/urls.ts'
import { drawApp } from '#site/drawApp.ts'
import { html } from '#site/html.ts'
import { COLUMNS, columnRead, readFilters } from '#site/launchFilters.ts'
import { prefetch } from '#site/prefetch.ts'
import type { SitePage } from './SitePage.ts'

/** The list of launches; the same under the path with the chain's prefix. */
export function launchPage(path: string): SitePage {
  return {
    path,
    title: 'Launches',
    async render(site, { query }) {
      const filters = readFilters(query)
      const first = await prefetch(site, [...COLUMNS.map((column) => columnRead(column, filters)), reads.stats()])
      const { app, data } = await drawApp(site, { entry: 'launch', path: `${path}?${query}`, first })
      return {
        title: 'Launches',
        description: 'Tokens on a bonding curve, live: new ones, those near graduation, and those in their pool.',
        path: '/launch',
        section: '/launch',
        bodyClass: 'page-launch',
        entry: 'launch',
        data,
        main: html`
          <main class="page launch" id="main">
            ${app}<noscript><p>Without JavaScript this list does not update.</p></noscript>
          </main>
        `,
      }
    },
  }
}
