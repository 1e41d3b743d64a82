import { z } from 'zod'
import { none } from '#core/Access.ts'
import type { Operation } from '#core/Operation.ts'
import type { Asset, Page, PageContent, PageRequest } from '#core/Page.ts'
import * as Prepared from './CachedBody.ts'
import type { Exchange } from './Exchange.ts'
import { answer } from './sendText.ts'

/** What a page that names none of its own may load: what is ours, in no frame. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

/** A page on its way through the door, which knows operations; no list of operations has it. */
export type PageOperation = Operation & { page: ServePage }

export function toOperation(path: string, page: ServePage, limit: 'read' | 'none'): PageOperation {
  return {
    name: `page ${path}`,
    method: 'GET',
    path,
    tag: 'pages',
    summary: 'A page.',
    access: none,
    limit,
    errors: [],
    status: 200,
    contentType: 'text/html',
    // Pages settle `Accept` themselves.
    body: 'raw',
    request: z.unknown(),
    response: z.string(),
    page,
  }
}

type ServePage = (exchange: Exchange, asked: PageRequest) => Response | Promise<Response>

/** A page as the door serves it; one that is the same for everybody is prepared once. */
export function servePage({ content, cacheControl, headers: own }: Page): ServePage {
  const kept = typeof content === 'function' ? undefined : prepare(content)
  return (exchange, asked) => {
    Object.assign(
      exchange.headers,
      { 'content-security-policy': POLICY, 'cache-control': cacheControl, vary: 'accept' },
      own,
    )
    const isMarkdown = wantsMarkdown(exchange.header('accept'))
    if (kept) return give(exchange, kept, isMarkdown)
    return Promise.resolve((content as (asked: PageRequest) => PageContent)(asked)).then((made) => {
      const { html, markdown, status = 200 } = made
      if (status !== 200) exchange.headers['cache-control'] = 'no-store'
      const text = isMarkdown && markdown !== undefined ? asMarkdown(exchange, markdown) : asHtml(exchange, html)
      return answer(exchange, { status, text, validate: true })
    })
  }
}

type Kept = { html: Prepared.Prepared; markdown: Prepared.Prepared | undefined; status: number }

function prepare({ html, markdown, status = 200 }: PageContent): Kept {
  return {
    html: Prepared.create(html),
    markdown: markdown === undefined ? undefined : Prepared.create(markdown),
    status,
  }
}

function give(exchange: Exchange, { html, markdown, status }: Kept, isMarkdown: boolean): Promise<Response> {
  if (isMarkdown && markdown) return Prepared.answer(exchange, asMarkdown(exchange, markdown), status)
  return Prepared.answer(exchange, asHtml(exchange, html), status)
}

function asMarkdown<Body>({ headers }: Exchange, body: Body): Body {
  headers['content-type'] = 'text/markdown; charset=utf-8'
  return body
}

function asHtml<Body>({ headers }: Exchange, body: Body): Body {
  headers['content-type'] = 'text/html; charset=utf-8'
  return body
}

export function serveAsset({ bytes, contentType, cacheControl, headers: own }: Asset): ServePage {
  const prepared = Prepared.create(bytes)
  return (exchange) => {
    Object.assign(exchange.headers, { 'content-type': contentType, 'cache-control': cacheControl }, own)
    return Prepared.answer(exchange, prepared)
  }
}

/** Browsers never ask for markdown; an agent that does gets it unless it likes HTML better. */
function wantsMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/markdown')) return false
  return qualityOf(accept, 'text/markdown') >= qualityOf(accept, 'text/html') && qualityOf(accept, 'text/markdown') > 0
}

function qualityOf(accept: string, type: string): number {
  const range = accept.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === type)
  if (range === undefined) return 0
  return Number(/;\s*q=([0-9.]+)/.exec(range)?.[1] ?? 1)
}
