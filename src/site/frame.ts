import type { PageRequest } from '#core/Page.ts'
import { siteData } from './drawApp.ts'
import { type Html, html, jsonData, linkedData, raw } from './html.ts'
import { ICONS, type IconName } from './icons.ts'
import { LANGUAGES, type Language, PARAMETER } from './language/chooseLanguage.ts'
import type { Site, SiteData } from './Site.ts'
import type { Section } from './sections.ts'

/** A page's content and the metadata of its head. */
export type Framed = {
  title: string
  description: string
  path: string
  /** The section that is highlighted in the navigation. */
  section?: Section['path']
  bodyClass?: string
  main: Html
  /** The script of an interactive page. Default: the frame's own script. */
  entry?: string
  /** Prefetched API responses by URL. */
  first?: Record<string, unknown>
  /** The data that the server rendered the page with. */
  data?: SiteData
  /** The share image, 1200 by 630 pixels, and its alternative text. */
  image?: { url: string; words: string }
  isHidden?: boolean
  /** Served for `Accept: text/markdown`. */
  markdown?: string
  status?: 404
}

const MARK = raw(
  '<g fill="currentColor"><path d="M4.5 2.6 22.2 7.4C21 12.3 17 15 11.9 13.6L6.2 12.1C3.6 11.4 2.2 9 2.9 6.5z"/><path d="M1.5 13.4 22.5 19V21.6H1.5z"/></g>',
)

const SPRITE = raw(
  `<svg hidden aria-hidden="true">${Object.entries(ICONS)
    .map(([name, drawing]) => `<symbol id="i-${name}" viewBox="0 0 24 24">${drawing}</symbol>`)
    .join('')}</svg>`,
)

export function icon(name: IconName, size = ''): Html {
  return html`<svg class="${size ? `icon ${size}` : 'icon'}" aria-hidden="true"><use href="#i-${name}"/></svg>`
}

/** The language of a page, and the request it answers. */
export type View = { language: Language; request: Pick<PageRequest, 'query'> }

/** A whole page: head, devnet strip, top bar, content, footer and the tab bar of phones. */
export function renderFrame(site: Site, framed: Framed, view: View): string {
  const { bodyClass = '', main, first, data = siteData(site, first) } = framed
  return html`<!doctype html>
<html lang="${view.language}">
${head(site, framed, view)}
<body class="${bodyClass}">
<a class="skip" href="#main">Skip to content</a>
${SPRITE}
${site.isDevnet && DEVNET_STRIP}
${topBar(site, framed)}
${main}
${foot(site, view)}
${tabBar(site, framed)}
${jsonData('site-data', data)}
</body>
</html>
`.markup
}

function head(site: Site, framed: Framed, { language }: View): Html {
  const { title, description, path, entry, image, isHidden, markdown } = framed
  const { assets, baseUrl } = site
  const scripts = assets.scriptsOf(entry ?? 'frame')
  return html`
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="color-scheme" content="light dark"><title>${title} · Slipway</title>
      <meta name="description" content="${description}"><link rel="canonical" href="${baseUrl}${path}">
      ${isHidden === true && html`<meta name="robots" content="noindex">`}
      <meta property="og:site_name" content="Slipway"><meta property="og:type" content="website">
      <meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
      <meta property="og:url" content="${baseUrl}${path}">
      ${
        image !== undefined &&
        html`
  <meta property="og:image" content="${image.url}"><meta property="og:image:type" content="image/png">
  <meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">
  <meta property="og:image:alt" content="${image.words}">
  <meta name="twitter:card" content="summary_large_image"><meta name="twitter:image" content="${image.url}">
`
      }
      ${markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdownUrl(site, path)}">`}
      ${linkedData({ '@type': 'WebPage', name: title, description, url: baseUrl + path, isPartOf: siteOf(baseUrl) })}
      <link rel="icon" href="${assets.urlOf('logo.svg')}" type="image/svg+xml">
      <link rel="manifest" href="${assets.urlOf('app.webmanifest')}">
      <link rel="apple-touch-icon" href="${assets.urlOf('icon-192.png')}">
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1518">
      <link rel="preload" href="${assets.urlOf('geist-latin-wght-normal.woff2')}" as="font" type="font/woff2" crossorigin>
      <script src="${assets.urlOf('beforeScripts.js')}"></script>
      <link rel="stylesheet" href="${assets.urlOf('style.css')}">
      ${scripts.imports.map((url) => html`<link rel="modulepreload" href="${url}">`)}
      ${language !== 'en' && html`<script type="module" src="${assets.scriptsOf('german').url}"></script>`}
      <script type="module" src="${scripts.url}"></script>
    </head>
  `
}

function markdownUrl({ baseUrl }: Site, path: string): string {
  return `${baseUrl}${path === '/' ? '/index' : path}.md`
}

/** The site in the terms of schema.org. */
function siteOf(baseUrl: string): object {
  const publisher = { '@type': 'Organization', name: 'Slipway', url: baseUrl }
  return { '@type': 'WebSite', name: 'Slipway', url: baseUrl, publisher }
}

const DEVNET_STRIP = html`
  <div class="devnet" role="note">
    ${icon('construction', 'small')}
    <span>
      <b>Devnet.</b> Test money on a private chain<span class="more"> with id 4663. Nothing here has value. <a href="/developers/faucet">Get test ETH</a></span>
    </span>
  </div>
`

function topBar({ sections }: Site, { section }: Framed): Html {
  const links = sections.map(
    ({ path, label }) => html`<a href="${path}"${path === section && raw(' aria-current="page"')}>${label}</a>`,
  )
  return html`
    <header class="top">
      <a class="brand" href="/"><svg viewBox="0 0 24 24" aria-hidden="true">${MARK}</svg>Slipway</a>
      <nav aria-label="Main">${links}</nav><span class="gap"></span>
      <div class="end">
        <button type="button" class="palette-button" data-palette aria-label="Search or jump to">
          ${icon('search')}<span>Search or jump to</span><kbd>⌘K</kbd>
        </button>
        <button type="button" class="button icon-only ghost hide-small" data-theme-toggle aria-label="Switch theme">
          ${icon('sun-moon')}
        </button>
        <div id="wallet">
          <button type="button" class="button" data-wallet>
            <span>Connect<span class="hide-small"> wallet</span></span>
          </button>
        </div>
      </div>
    </header>
  `
}

function tabBar({ sections }: Site, { section }: Framed): Html {
  const links = sections.map(
    (part) =>
      html`
        <a href="${part.path}"${part.path === section && raw(' aria-current="page"')}>
          ${icon(part.icon)}${part.short}
        </a>
      `,
  )
  return html`<nav class="tab-bar" aria-label="Main, phone">${links}</nav>`
}

function foot({ isDevnet }: Site, view: View): Html {
  return html`
    <footer class="foot">
      <span>Slipway${isDevnet && ', devnet'}</span><a href="/status">Status</a>
      <a href="/explain">Explain</a>
      <a href="/developers/reference">API reference</a><a href="/llms.txt">For agents</a>
      ${languageLinks(view)}
      <button type="button" class="link-button only-small" data-theme-toggle>Switch theme</button>
      <span class="gap"></span>
      <span>Launched tokens are unbacked community tokens. None is the pegged token.</span>
    </footer>
  `
}

/** The same page in the other languages. */
function languageLinks({ language, request }: View): Html[] {
  const others = Object.entries(LANGUAGES).filter(([name]) => name !== language)
  return others.map(([name, label]) => {
    const query = new URLSearchParams(request.query)
    query.set(PARAMETER, name)
    return html`<a href="?${query.toString()}" hreflang="${name}" lang="${name}">${label}</a>`
  })
}
