import type { Framed } from '#site/frame.ts'
import { type Html, html, raw } from '#site/html.ts'
import type { Site } from '#site/Site.ts'

type Link = readonly [path: string, label: string]

const START: readonly Link[] = [
  ['/developers', 'Overview'],
  ['/developers/quickstart', 'Quickstart'],
  ['/developers/guides', 'Guides'],
  ['/developers/clients', 'MCP clients'],
]
const ACCOUNT: readonly Link[] = [
  ['/developers/keys', 'Keys, usage, log'],
  ['/developers/webhooks', 'Webhooks, alerts'],
]
const REFERENCE: readonly Link[] = [
  ['/developers/reference', 'API reference'],
  ['/developers/errors', 'Errors'],
  ['/developers/changes', 'API changes'],
  ['/status', 'Status'],
]

export type DeveloperPage = {
  title: string
  description: string
  path: string
  lead: string
  /** Right-hand side of the page head. */
  aside?: Html
  body: Html
  markdown?: string
  entry?: string
  status?: 404
  /** The text of the search that led to the page. */
  query?: string
}

/** A page of the developers' section, with its side navigation. */
export function developerPage(site: Site, page: DeveloperPage): Framed {
  const { title, description, path, lead, aside, body, query = '', ...rest } = page
  const faucet: readonly Link[] = site.isDevnet ? [['/developers/faucet', 'Faucet']] : []
  const groups: [string, readonly Link[]][] = [
    ['Start', [...START, ...faucet]],
    ['Account', ACCOUNT],
    ['Reference', REFERENCE],
  ]
  const list = groups.map(([name, links]) => html`<h3>${name}</h3><ul>${links.map((link) => item(link, path))}</ul>`)
  return {
    title,
    description,
    path,
    section: '/developers',
    bodyClass: 'page-developers',
    main: html`
      <main class="developers" id="main"${rest.entry === undefined && raw(' lang="en"')}>
        <nav class="document-navigation" aria-label="Developers">${searchForm(query)}${list}</nav>
        <div class="document-text">
          <nav aria-label="Developers, small screens">
            <ul class="document-links"><li>${searchForm(query)}</li>${groups.flatMap(([, links]) => links).map((link) => item(link, path))}</ul>
          </nav>
          <div class="document-head"><div class="grow"><h1>${title}</h1><p class="muted">${lead}</p></div>${aside}</div>
          ${body}
        </div>
      </main>
    `,
    ...rest,
  }
}

/** Works without a script, as every page of this section does. */
function searchForm(query: string): Html {
  return html`
    <form class="input" action="/developers/search" role="search">
      <input type="search" name="q" value="${query}" placeholder="Search the docs" aria-label="Search the docs" maxlength="100">
    </form>
  `
}

function item([href, label]: Link, path: string): Html {
  return html`<li><a href="${href}"${path === href && raw(' aria-current="page"')}>${label}</a></li>`
}
