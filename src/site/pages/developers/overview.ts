import { mcpClients } from '#core/mcpClients.ts'
import { codeTabs } from '#site/codeTabs.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import type { Site } from '#site/Site.ts'
import { developerPage } from './layout.ts'

type Card = readonly [href: string, title: string, text: string]

const CARDS: readonly Card[] = [
  [
    '/developers/quickstart',
    'Quickstart',
    'Build your first unsigned position: sign in, create a key, build, read the limits.',
  ],
  [
    '/developers/clients',
    'MCP clients',
    'Attach the twelve tools to Claude Code, Cursor, VS Code, Codex or any other client.',
  ],
  ['/developers/keys', 'Keys', 'Create, rotate and revoke keys; see their usage and audit log.'],
  [
    '/developers/webhooks',
    'Webhooks and alerts',
    'Get alerts about launches, trades, mentions and runs; see and repeat deliveries.',
  ],
  [
    '/developers/reference',
    'API reference',
    'Every operation with its fields and examples, from the live OpenAPI document.',
  ],
  ['/developers/errors', 'Errors', 'The meaning of each error code, and how to resolve it.'],
  ['/developers/changes', 'API changes', 'What was added and changed, and how long a deprecated operation is served.'],
  ['/llms.txt', 'For agents', 'The service in one text file, for language models.'],
]

export const overview: SitePage = {
  path: '/developers',
  title: 'Developers',
  async render(site) {
    const state = await stateLine(site)
    const cards = CARDS.map(
      ([href, title, text]) =>
        html`
          <li class="card">
            <a class="body stack" href="${href}">
              <b class="bold">${title}</b><span class="muted text-compact">${text}</span>
            </a>
          </li>
        `,
    )
    return developerPage(site, {
      title: 'Developers',
      description: 'One base URL, one key, REST and tools over the same operations.',
      path: '/developers',
      lead: 'One base URL, one key, REST and tools over the same operations.',
      aside: state,
      body: html`
        <ul class="document-cards">${cards}</ul>
        <section class="quickstart">
          <div>
            <h2>Connect a client</h2>
            <p class="muted">Reading needs no key. The same twelve tools appear in every client.</p>
            <ol class="number-list">
              <li>Add the server.</li><li><span>Ask for <code>svc_api_discovery</code>.</span></li>
              <li>Build, read the summary, sign in your own wallet.</li>
            </ol>
          </div>
          ${codeTabs('clients', mcpClients(site.baseUrl))}
        </section>
      `,
      markdown: `# Developers\n\n${CARDS.map(([href, title, text]) => `- [${title}](${site.baseUrl}${href}): ${text}`).join('\n')}\n`,
    })
  },
}

/** The current state of the service; unreadable parts are omitted. */
async function stateLine(site: Site): Promise<Html> {
  const [health, stats] = await Promise.all([
    site.read('getHealth', {}).catch((): undefined => undefined),
    site.read('getLaunchStats', {}).catch((): undefined => undefined),
  ])
  const isWell = health?.status === 'ok'
  const lag = stats?.behindMs ?? null
  return html`
    <ul class="row wrap stat-cards">
      <li><span class="dot${!isWell && ' warn'}"></span>API <b>${isWell ? 'running' : 'degraded'}</b></li>
      ${
        stats &&
        html`
  <li>
    <span class="dot${(lag ?? LATE_MS) >= LATE_MS && ' warn'}"></span>Index <b>${lag === null ? 'waiting' : `${(lag / 1000).toFixed(1)} s behind`}</b>
  </li>
  <li><span class="dot"></span>Chain ${site.chainId} <b>${stats.block.toLocaleString('en-US')}</b></li>
`
      }
      <li><a href="/status">Status page</a></li>
    </ul>
  `
}

const LATE_MS = 10_000
