/** What a page shows; `markdown` is what `Accept: text/markdown` gets. */
export type PageContent = { html: string; markdown?: string; status?: 200 | 404 }

export type PageRequest = { params: Readonly<Record<string, string>>; query: URLSearchParams }

/** One page of the site, as data; pages stand outside the OpenAPI document. */
export type Page = {
  /** `/developers`, or with parameters, as operations write them: `/launches/{address}`. */
  path: string
  title: string
  /** The same for everybody, kept compressed; or made for each request. */
  content: PageContent | ((asked: PageRequest) => PageContent | Promise<PageContent>)
  cacheControl: string
  /** Beside those of every answer, or in their place: `content-security-policy`, `link`. */
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
