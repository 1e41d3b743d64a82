import { readFileSync } from 'node:fs'
import { codeBlock } from '#site/codeTabs.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

const LEAD = 'A first key, launch, position, agent and alert. Every block of code runs in the tests of the service.'

const [, ...PARTS] = readFileSync(new URL('../../../../docs/guides.md', import.meta.url), 'utf8').split(/^# .*$/m)
const TEXT = PARTS.join('').trim()

/** The guides of the repository, as a page. */
export const guides: SitePage = {
  path: '/developers/guides',
  title: 'Guides',
  render(site) {
    return developerPage(site, {
      title: 'Guides',
      description: LEAD,
      path: '/developers/guides',
      lead: LEAD,
      body: html`${TEXT.split(/^## /m).map(section)}`,
      markdown: `# Guides\n\n${TEXT}\n`,
    })
  },
}

/** The first part has no heading. */
function section(text: string, index: number): Html {
  const [title = '', ...rest] = text.split('\n')
  const body = index === 0 ? text : rest.join('\n')
  return html`<section class="stack">${index > 0 && html`<h2>${title}</h2>`}${body.split(/(^```js\n[\s\S]*?^```$)/m).map(block)}</section>`
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
  return html`<ul>${text
    .split(/^- /m)
    .filter(Boolean)
    .map((item) => html`<li>${inline(item)}</li>`)}</ul>`
}

/** Code between backticks; links to files of the repository are shown by their words. */
function inline(text: string): Html {
  const words = text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').split('`')
  return html`${words.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
