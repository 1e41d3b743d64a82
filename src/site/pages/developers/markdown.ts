import { readFileSync } from 'node:fs'
import { codeBlock } from '#site/codeTabs.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

type Source = { path: string; title: string; lead: string; file: `${string}.md` }

export type Part = { id: string; title: string; text: string }
export type MarkdownPage = SitePage & { parts: readonly Part[] }

/** The path of the pictures of the documents. */
export const PICTURES_PATH = '/developers/pictures'

/** A document of the repository, as a page. */
export function markdownPage({ path, title, lead, file }: Source): MarkdownPage {
  const text = readDocument(file)
  const parts = partsOf(text)
  return {
    path,
    title,
    parts,
    render: (site) =>
      developerPage(site, {
        ...{ title, path, lead },
        description: lead,
        body: html`${parts.map(section)}`,
        markdown: `# ${title}\n\n${text}\n`,
      }),
  }
}

/** The text of a document without its title. */
export function readDocument(file: string): string {
  const source = readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')
  return source.replace(/^# .*$/m, '').trim()
}

export function partsOf(text: string): Part[] {
  return text.split(/^## /m).map(toPart)
}

/** The first part has no heading. */
function toPart(text: string, index: number): Part {
  if (index === 0) return { id: '', title: '', text }
  const [title = '', ...rest] = text.split('\n')
  return { id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title, text: rest.join('\n') }
}

export function section({ id, title, text }: Part): Html {
  const blocks = text.split(/(^```\w+\n[\s\S]*?^```$)/m).map(block)
  return html`<section class="stack">${title !== '' && html`<h2 id="${id}">${title}</h2>`}${blocks}</section>`
}

const LANGUAGES: Record<string, string> = { js: 'JavaScript', json: 'JSON', sh: 'Shell' }

function block(text: string): Html {
  const [, language = '', code] = /^```(\w+)\n([\s\S]*?)\n```$/.exec(text) ?? []
  if (code !== undefined) return codeBlock(LANGUAGES[language] ?? language, code)
  return html`${text
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map(paragraph)}`
}

function paragraph(text: string): Html {
  const [, words = '', picture] = /^!\[([^\]]*)\]\(screens\/([\w-]+\.webp)\)$/.exec(text) ?? []
  if (picture !== undefined)
    return html`<img class="card guide-picture" src="${PICTURES_PATH}/${picture}" alt="${words}" loading="lazy">`
  if (!text.startsWith('- ')) return html`<p>${inline(text)}</p>`
  return html`<ul class="bullets">${text
    .split(/^- /m)
    .filter(Boolean)
    .map((item) => html`<li>${inline(item)}</li>`)}</ul>`
}

/** Code between backticks; links to files of the repository are shown by their words. */
function inline(text: string): Html {
  const words = text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').split('`')
  return html`${words.map((part, index) => (index % 2 === 1 ? code(part) : bold(part)))}`
}

/** The path of a developers' page is a link to it. */
function code(text: string): Html {
  const words = html`<code>${text}</code>`
  return /^\/developers\/[a-z]+$/.test(text) ? html`<a href="${text}">${words}</a>` : words
}

function bold(text: string): Html {
  return html`${text.split('**').map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part))}`
}
