import { type Html, html } from '#site/html.ts'

type Link = { path: string; words: string }
type Shown = {
  kind: string
  chip?: string
  title: string
  body?: Html | false
  facts?: readonly (readonly [string, string])[]
  note?: string
  link?: Link | undefined
}

export function card({ kind, chip, title, body, facts = [], note, link }: Shown): Html {
  const known = facts.filter(([, value]) => value !== '')
  return html`<article class="transaction-card" aria-label="${title ? `${kind}: ${title}` : kind}">
    <header><b class="bold">${kind}</b>${chip && html`<span class="chip line">${chip}</span>`}</header>
    ${title && html`<h2><bdi>${title}</bdi></h2>`}
    ${body}
    ${known.length > 0 && html`<dl class="key-values">${known.map(fact)}</dl>`}
    ${note && html`<p class="faint text-small">${note}</p>`}
    ${link && html`<footer><button type="button" class="button primary" data-path="${link.path}">${link.words}</button></footer>`}
  </article>`
}

function fact([term, value]: readonly [string, string]): Html {
  return html`<div><dt>${term}</dt><dd><bdi>${value}</bdi></dd></div>`
}

/** Text that an agent or a stranger wrote. */
export function strangers(body: Html): Html {
  return html`<div class="untrusted-block stack small">${body}</div>`
}
