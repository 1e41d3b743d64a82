import { fromMarkdown, fromOpenApi, type Section } from './Section.ts'
import { search } from './search.ts'

/** A document of the live service: its body, decoded where it is JSON. */
// biome-ignore lint/suspicious/noExplicitAny: JSON documents are read by their OpenAPI shape.
export type Fetch = (path: string) => Promise<any>

const SHOWN = 3
const LENGTH_MAX = 700
const WEAK = 1.2

/** Every section that the handbook can quote, read from the live service. */
export async function readHandbook(get: Fetch): Promise<Section[]> {
  const [openApi, text, store, status] = await Promise.all([
    get('/api/developer/openapi.json'),
    get('/api/developer/llms.txt'),
    get('/api/skills-store'),
    get('/api/developer/status'),
  ])
  const base = status.origins.base
  const names: string[] = store.skills.map(({ name }: { name: string }) => name)
  const skills = await Promise.all(names.map((name) => get(`/api/skills-store/${name}/SKILL.md`)))
  return [
    ...skills.flatMap((skill, index) => fromMarkdown(skill, `${base}/api/skills-store/${names[index]}/SKILL.md`)),
    ...fromMarkdown(text, `${base}/llms.txt`),
    ...fromOpenApi(openApi, `${base}/api/developer/openapi.json`),
  ]
}

/** The sections that answer a question, each with its link; says so when none fits. */
export function answer(sections: readonly Section[], question: string): string {
  const found = search(sections, question).filter(({ score }) => score >= WEAK)
  if (found.length === 0)
    return 'The documents of this service say nothing about that. Ask about keys, tools, rooms, boxes, liquidity or launches, or name an endpoint such as POST /lp/create.'
  return found
    .slice(0, SHOWN)
    .map(({ section }) => `**${section.title || 'Overview'}**\n${shorten(section.text)}\n${section.link}`)
    .join('\n\n')
}

function shorten(text: string): string {
  if (text.length <= LENGTH_MAX) return text
  const cut = text.slice(0, LENGTH_MAX)
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('. ') + 1, LENGTH_MAX / 2))} …`
}
