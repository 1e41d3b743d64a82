import { codeTabs } from '#site/codeTabs.ts'
import { html } from '#site/html.ts'
import { mcpClients } from '#site/mcpClients.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

type Card = readonly [href: string, title: string, text: string]

const CARDS: readonly Card[] = [
  [
    '/developers/quickstart',
    'Quickstart',
    'From nothing to an unsigned position: sign in, create a key, build, read the limits.',
  ],
  [
    '/developers/clients',
    'MCP clients',
    'Attach the twelve tools to Claude Code, Cursor, VS Code, Codex or any other client.',
  ],
  ['/developers/keys', 'Keys', 'Create, rotate and revoke keys; see their usage and what was done with them.'],
  [
    '/developers/reference',
    'API reference',
    'Every operation that is served, with its fields and examples, from the live document.',
  ],
  ['/developers/errors', 'Errors', 'What each code means and what to send instead.'],
  ['/llms.txt', 'For agents', 'The same in one text file, for language models.'],
]

export const overview: SitePage = {
  path: '/developers',
  title: 'Developers',
  render(site) {
    const cards = CARDS.map(
      ([href, title, text]) =>
        html`<li class="card"><a class="bd stack" href="${href}"><b class="b">${title}</b><span class="muted s13">${text}</span></a></li>`,
    )
    return developerPage(site, {
      title: 'Developers',
      description: 'One base URL, one key, REST and tools over the same operations.',
      path: '/developers',
      lead: 'One base URL, one key, REST and tools over the same operations.',
      body: html`<ul class="dcards">${cards}</ul><section class="qs"><div><h2>Connect a client</h2><p class="muted">Reading needs no key. The same twelve tools appear in every client.</p><ol class="num3"><li>Add the server.</li><li><span>Ask for <code>svc_api_discovery</code>.</span></li><li>Build, read the summary, sign in your own wallet.</li></ol></div>${codeTabs('clients', mcpClients(site.baseUrl))}</section>`,
      markdown: `# Developers\n\n${CARDS.map(([href, title, text]) => `- [${title}](${site.baseUrl}${href}): ${text}`).join('\n')}\n`,
    })
  },
}
