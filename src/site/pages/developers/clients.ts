import { mcpClients } from '#core/mcpClients.ts'
import { codeTabs } from '#site/codeTabs.ts'
import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { GUIDES } from './clientGuides.ts'
import { developerPage } from './layout.ts'

const LEAD = 'One endpoint for every client that speaks the Model Context Protocol, old revisions and new.'

export const clients: SitePage = {
  path: '/developers/clients',
  title: 'MCP clients',
  render(site) {
    const snippets = mcpClients(site.baseUrl)
    return developerPage(site, {
      title: 'MCP clients',
      description: LEAD,
      path: '/developers/clients',
      lead: LEAD,
      body: html`
        <section class="quickstart">
          <div>
            <h2>Add the server</h2>
            <p class="muted">
              Address: <code>${site.baseUrl}/mcp</code>. Reading and discovery work without a key; writing to rooms and boxes needs a sign-in, or a key with <code>api:*</code>.
            </p>
            <ol class="number-list">
              <li>Add the server to your client.</li>
              <li><span>Ask it to call <code>svc_api_discovery</code>.</span></li>
              <li>
                <span>
                  To write, sign in where your client asks for it, or put a key into the header: <a href="/developers/keys">create one</a>.
                </span>
              </li>
            </ol>
            <p class="muted text-compact">
              No tool signs or sends. Transactions come back unsigned, and your wallet signs them.
            </p>
          </div>
          ${codeTabs('clients', snippets)}
        </section>
        <section class="stack">
          <h2 id="guides">Guides</h2>
          <ul class="bullets">${GUIDES.map(({ path, title }) => html`<li><a href="${path}">Connect ${title}</a></li>`)}</ul>
        </section>
      `,
      markdown: `# MCP clients\n\n${GUIDES.map(({ path, title }) => `- [Connect ${title}](${site.baseUrl}${path})`).join('\n')}\n\n${snippets.map(({ label, code }) => `## ${label}\n\n\`\`\`\n${code}\n\`\`\``).join('\n\n')}\n`,
    })
  },
}
