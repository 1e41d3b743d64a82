import MiniSearch from 'minisearch'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import type { Site } from '#site/Site.ts'
import { GUIDES } from './clientGuides.ts'
import { ADVICE } from './errors.ts'
import { changes, guides } from './guides.ts'
import { developerPage } from './layout.ts'
import type { MarkdownPage } from './markdown.ts'
import { operationsOf } from './OpenApi.ts'

/** A place in the documentation; its address is its identity. */
type Anchor = { id: string; kind: string; title: string; name: string; text: string }

const RESULTS_MAX = 20
const QUERY_LENGTH_MAX = 100
const LEAD = 'Operations, guides, errors and changes.'

export const search: SitePage = {
  path: '/developers/search',
  title: 'Search',
  isUnlisted: true,
  async render(site, { query: parameters }) {
    const query = (parameters.get('q') ?? '').trim().slice(0, QUERY_LENGTH_MAX)
    const found = query === '' ? [] : (await indexOf(site)).search(query).slice(0, RESULTS_MAX)
    const places = found as unknown as Anchor[]
    return developerPage(site, {
      title: 'Search',
      description: LEAD,
      path: '/developers/search',
      lead: query === '' ? LEAD : `${places.length === 0 ? 'Nothing' : places.length} found for “${query}”.`,
      body: places.length > 0 ? html`<ul>${places.map(result)}</ul>` : NOTHING,
      markdown: `# Search\n\n${places.map(({ id, title }) => `- [${title}](${site.baseUrl}${id})`).join('\n')}\n`,
      query,
    })
  },
}

const NOTHING = html`
  <p class="muted">
    Search for a path such as <code>/lp/create</code>, a field such as <code>slippage</code>, or a word such as webhook.
    The <a href="/developers/reference">API reference</a> lists every operation.
  </p>
`

function result({ id, kind, title, name }: Anchor): Html {
  return html`
    <li class="result">
      <a class="bold" href="${id}">${title}</a>
      <p class="muted text-compact">${kind}${name !== '' && html` · <code>${name}</code>`}</p>
    </li>
  `
}

const indexes = new WeakMap<Site, MiniSearch<Anchor>>()

/** Built at the first search; the operations of a deployment do not change while it runs. */
async function indexOf(site: Site): Promise<MiniSearch<Anchor>> {
  const known = indexes.get(site)
  if (known) return known
  const index = createIndex([...operationPlaces(await site.read('getOpenApi', {})), ...PLACES])
  indexes.set(site, index)
  return index
}

function createIndex(places: readonly Anchor[]): MiniSearch<Anchor> {
  const index = new MiniSearch<Anchor>({
    fields: ['title', 'name', 'text'],
    storeFields: ['kind', 'title', 'name'],
    tokenize: wordsOf,
    searchOptions: { boost: { title: 3, name: 4 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  })
  index.addAll(places)
  return index
}

/** `slippageTolerance` is found whole and by each of its words. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words.flatMap((word) => [...new Set([word, ...word.split(/(?<=[a-z])(?=[A-Z])/)])])
}

function operationPlaces(document: Parameters<typeof operationsOf>[0]): Anchor[] {
  return operationsOf(document).map(({ id, tag, method, path, summary, description, fields }) => ({
    id: `/developers/reference/${tag}#${id}`,
    kind: `API reference: ${tag}`,
    title: summary.replace(/\.$/, ''),
    name: `${method} ${path}`,
    text: [id, description, ...fields.map((field) => `${field.name} ${field.description}`)].join(' '),
  }))
}

const PLACES: readonly Anchor[] = [
  ...[guides, changes].flatMap(placesOf),
  ...GUIDES.map(({ path: id, title, text }) => ({
    id,
    kind: 'MCP clients',
    title: `Connect ${title}`,
    name: '',
    text,
  })),
  ...Object.entries(ADVICE).map(([code, advice]) => ({
    id: `/developers/errors/${code}`,
    kind: 'Errors',
    title: advice.means,
    name: code,
    text: advice.do,
  })),
]

function placesOf({ path, title: kind, parts }: MarkdownPage): Anchor[] {
  return parts.map(({ id, title, text }) => ({ id: `${path}#${id}`, kind, title: title || kind, name: '', text }))
}
