import { type Html, html } from '#site/html.ts'

const ROW = html`
  <div class="row skeleton-row" aria-hidden="true">
    <span class="skeleton avatar"></span>
    <span class="grow stack small"><span class="skeleton"></span><span class="skeleton half"></span></span>
  </div>
`

/** Shown until the script of a page draws it: its title, and rows that keep its place. */
export function waiting(title: string, rows = 4): Html {
  return html`
    <div class="page-head"><div class="grow"><h1>${title}</h1></div></div>
    <div class="card" role="status" aria-label="Loading">${Array.from({ length: rows }, () => ROW)}</div>
  `
}
