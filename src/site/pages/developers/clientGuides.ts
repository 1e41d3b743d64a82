import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'
import { type Part, PICTURES_PATH, partsOf, readDocument, section } from './markdown.ts'

const FILE = 'clients.md'
const text = readDocument(FILE)
const [about, ...titled] = partsOf(text) as [Part, ...Part[]]
const problems = titled.at(-1) as Part

/** The pictures that the guides show. */
export const PICTURES: readonly string[] = [...text.matchAll(/\(screens\/([\w-]+\.webp)\)/g)].map(
  ([, name = '']) => name,
)

type Guide = Part & { path: string }

/** One guide for each client that the document has a part about. */
export const GUIDES: readonly Guide[] = titled
  .slice(0, -1)
  .map((part) => ({ ...part, path: `/developers/clients/${part.id}` }))

export const clientGuides: readonly SitePage[] = GUIDES.map(guidePage)

function guidePage({ id, title: name, path, text: steps }: Guide): SitePage {
  const title = `Connect ${name}`
  const lead = `Add Slipway to ${name}, sign in, and use its tools in a conversation.`
  return {
    path,
    title,
    render(site) {
      const here = (one: string) => one.replaceAll('https://<host>', site.baseUrl)
      const parts = [
        { id, title: 'Set it up', text: here(steps) },
        { id: 'connected', title: 'What you see, and how to end it', text: here(about.text) },
        { ...problems, text: here(problems.text) },
      ]
      const written = parts.map((part) => `## ${part.title}\n\n${part.text.trim()}`).join('\n\n')
      return developerPage(site, {
        ...{ title, path, lead },
        description: lead,
        body: html`${parts.map(section)}`,
        markdown: `# ${title}\n\n${written.replaceAll('(screens/', `(${site.baseUrl}${PICTURES_PATH}/`)}\n`,
      })
    },
  }
}
