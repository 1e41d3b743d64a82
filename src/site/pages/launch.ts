import { drawApp } from '#site/drawApp.ts'
import { html } from '#site/html.ts'
import { COLUMNS, columnQuery, columnUrl, type Filters, readFilters } from '#site/launchFilters.ts'
import type { Site } from '#site/Site.ts'
import type { SitePage } from './SitePage.ts'

/** The list of launches; the same under the path with the chain's prefix. */
export function launchPage(path: string): SitePage {
  return {
    path,
    title: 'Launches',
    async render(site, { query }) {
      const filters = readFilters(query)
      const first = await readFirst(site, filters)
      const { app, data } = await drawApp(site, { entry: 'launch', path: `${path}?${query}`, first })
      return {
        title: 'Launches',
        description: 'Tokens on a bonding curve, live: new ones, those near graduation, and those in their pool.',
        path: '/launch',
        section: '/launch',
        bodyClass: 'p-launch',
        entry: 'launch',
        data,
        main: html`<main class="page launch" id="main">${app}<noscript><p>Without scripts this list stands still.</p></noscript></main>`,
      }
    },
  }
}

/** What the page's script would ask for first. A part that cannot be read now is read by the script, which can say so. */
async function readFirst(site: Site, filters: Filters): Promise<Record<string, unknown>> {
  const reads: [string, Promise<unknown>][] = [
    ...COLUMNS.map((column): [string, Promise<unknown>] => [
      columnUrl(column, filters),
      site.read('listLaunchTokens', columnQuery(column, filters)),
    ]),
    ['/api/launchpad/stats', site.read('getLaunchStats', {})],
  ]
  const found = await Promise.allSettled(reads.map(([, answer]) => answer))
  return Object.fromEntries(
    reads.flatMap(([url], index) => {
      const answer = found[index]
      return answer?.status === 'fulfilled' ? [[url, answer.value]] : []
    }),
  )
}
