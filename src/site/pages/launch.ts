import { short } from '#site/format.ts'
import { type Html, html } from '#site/html.ts'
import { COLUMNS, columnQuery, columnUrl, type Filters, readFilters } from '#site/launchFilters.ts'
import type { Site } from '#site/Site.ts'
import type { SitePage } from './SitePage.ts'

type Listed = { address: string; name: string; symbol: string; marketCapEth: string }
type Answer = { tokens: Listed[] }

/** The list of launches; the same under the path with the chain's prefix. */
export function launchPage(path: string): SitePage {
  return {
    path,
    title: 'Launches',
    async render(site, { query }) {
      const filters = readFilters(query)
      const first = await readFirst(site, filters)
      const tokens = COLUMNS.flatMap(
        (column) => (first[columnUrl(column, filters)] as Answer | undefined)?.tokens ?? [],
      )
      return {
        title: 'Launches',
        description: 'Tokens on a bonding curve, live: new ones, those near graduation, and those in their pool.',
        path: '/launch',
        section: '/launch',
        bodyClass: 'p-launch',
        entry: 'launch',
        first,
        main: html`<main class="page launch" id="main"><div id="app">${placeholder()}</div><noscript>${listOf(tokens)}</noscript></main>`,
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

/** The head of the page at its final height, until the script draws it. */
function placeholder(): Html {
  return html`<div class="head"><div class="grow"><h1>Launches</h1></div><a class="btn primary" href="/launch/new">Launch a token</a></div>`
}

function listOf(tokens: readonly Listed[]): Html {
  const items = tokens.map(
    ({ address, name, symbol, marketCapEth }) =>
      html`<li><a href="/launch/${address}"><bdi>${name}</bdi> (<bdi>${symbol}</bdi>)</a>, market cap ${short(BigInt(marketCapEth))} ETH</li>`,
  )
  return html`<p>Without scripts this list stands still.</p><ul>${items}</ul>`
}
