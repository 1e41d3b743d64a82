import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import type { Operation } from '#core/Operation.ts'
import type { Asset, Page, PageContent, PageRequest } from '#core/Page.ts'
import * as Body from './Body.ts'
import type { Exchange } from './Exchange.ts'

/** The default policy of a page: own resources only, no framing. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

/** A page as an operation, so that it is routed and admitted like one; not part of any list of operations. */
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
    // Skips the check of `Accept`: pages choose between HTML and markdown themselves.
    body: 'raw',
    request: z.unknown(),
    response: z.string(),
    page,
  }
}

type ServePage = (exchange: Exchange, request: Omit<PageRequest, 'header'>) => Response | Promise<Response>

/** The address of a page's markdown, for readers that send no `Accept`. */
export function mirrorOf({ path }: Pick<Page, 'path'>): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

/** Serves a page, or only its markdown; the body of a static page is cached. */
export function servePage({ content, cacheControl, headers: own }: Page, { isMirror = false } = {}): ServePage {
  const toBody = typeof content === 'function' ? uncached : Body.createCache()
  return (exchange, request) => {
    Object.assign(
      exchange.headers,
      { 'content-security-policy': POLICY, 'cache-control': cacheControl, vary: 'accept' },
      own,
    )
    const asked = { ...request, header: exchange.header }
    return andThen(typeof content === 'function' ? content(asked) : content, (made) => {
      Object.assign(exchange.headers, made.headers)
      return sendPage(exchange, isMirror ? markdownOf(made) : made, toBody)
    })
  }
}

/** The markdown alone; a page without it has no mirror. */
function markdownOf({ markdown, status }: PageContent): PageContent {
  if (markdown === undefined) throw new ApiError('not_found', 'This page has no markdown. Read it without .md.')
  return { html: markdown, markdown, isMarkdown: true, ...(status && { status }) }
}

function uncached(text: string): Body.Body {
  return Body.once(text, { validate: true })
}

function sendPage(
  exchange: Exchange,
  { html, markdown, status = 200, isMarkdown: isMirror = false }: PageContent,
  toBody: (text: string) => Body.Body,
): Response | Promise<Response> {
  const { headers } = exchange
  const isMarkdown = markdown !== undefined && (isMirror || wantsMarkdown(exchange.header('accept')))
  headers['content-type'] = isMarkdown ? 'text/markdown; charset=utf-8' : 'text/html; charset=utf-8'
  if (status !== 200) headers['cache-control'] = 'no-store'
  return Body.send(exchange, toBody(isMarkdown ? markdown : html), status)
}

export function serveAsset({ bytes, contentType, cacheControl, headers: own }: Asset): ServePage {
  const body = Body.cached(bytes)
  return (exchange) => {
    Object.assign(exchange.headers, { 'content-type': contentType, 'cache-control': cacheControl }, own)
    return Body.send(exchange, body)
  }
}

/** True when the request accepts markdown and does not prefer HTML; browsers never ask for markdown. */
function wantsMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/markdown')) return false
  return qualityOf(accept, 'text/markdown') >= qualityOf(accept, 'text/html') && qualityOf(accept, 'text/markdown') > 0
}

function qualityOf(accept: string, type: string): number {
  const range = accept.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === type)
  if (range === undefined) return 0
  return Number(/;\s*q=([0-9.]+)/.exec(range)?.[1] ?? 1)
}
