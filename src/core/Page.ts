/** The content of a page; `markdown` is sent for `Accept: text/markdown`, or always with `isMarkdown`. */
export type PageContent = {
  html: string
  markdown?: string
  status?: 200 | 404
  isMarkdown?: boolean
  headers?: Readonly<Record<string, string>>
}

export type PageRequest = {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  header(name: string): string | undefined
}

/** One page of the site as data; pages are not part of the OpenAPI document. */
export type Page = {
  /** With parameters as in operations: `/launches/{address}`. */
  path: string
  title: string
  /** Left out of the sitemap and of llms.txt. */
  isUnlisted?: boolean
  /** Static content, kept compressed, or a function of the request. */
  content: PageContent | ((request: PageRequest) => PageContent | Promise<PageContent>)
  cacheControl: string
  /** Added to the default headers or replacing them: `content-security-policy`, `link`. */
  headers?: Readonly<Record<string, string>>
}

/** A file of the site, served from memory. */
export type Asset = {
  path: string
  contentType: string
  bytes: Uint8Array
  cacheControl: string
  headers?: Readonly<Record<string, string>>
}
