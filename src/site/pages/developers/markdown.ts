import { readFileSync } from 'node:fs'
import { codeBlock } from '#site/codeTabs.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

type Source = { path: string; title: string; lead: string; file: `${string}.md` }

export type Part = { id: string; title: string; text: string }
export type MarkdownPage = SitePage & { parts: readonly Part[] }

/** A document of the repository, as a page. */
export function markdownPage({ path, title, lead, file }: Source): MarkdownPage {
  const source = readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')
  const text = source.replace(/^# .*$/m, '').trim()
  const parts = text.split(/^## /m).map(toPart)
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

/** The first part has no heading. */
function toPart(text: string, index: number): Part {
  if (index === 0) return { id: '', title: '', text }
  const [title = '', ...rest] = text.split('\n')
  return { id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title, text: rest.join('\n') }
}

function section({ id, title, text }: Part): Html {
  const blocks = text.split(/(^```js\n[\s\S]*?^```$)/m).map(block)
  return html`<section class="stack">${title !== '' && html`<h2 id="${id}">${title}</h2>`}${blocks}</section>`
}

function block(text: string): Html {
  const code = /^```js\n([\s\S]*?)\n```$/.exec(text)?.[1]
  if (code !== undefined) return codeBlock('JavaScript', code)
  return html`${text
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map(paragraph)}`
}

function paragraph(text: string): Html {
  if (!text.startsWith('- ')) return html`<p>${inline(text)}</p>`
  return html`<ul class="bullets">${text
    .split(/^- /m)
    .filter(Boolean)
    .map((item) => html`<li>${inline(item)}</li>`)}</ul>`
}

/** Code between backticks; links to files of the repository are shown by their words. */
function inline(text: string): Html {
  const words = text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').split('`')
  return html`${words.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
