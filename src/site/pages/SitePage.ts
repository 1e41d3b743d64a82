import type { PageRequest } from '#core/Page.ts'
import type { Framed } from '#site/frame.ts'
import type { Site } from '#site/Site.ts'

/** A page of the site: where it is and what stands in it. */
export type SitePage = {
  /** As operations write paths: `/launch/{token}`. */
  path: string
  title: string
  /** What stands in the frame; made for each request. */
  render(site: Site, asked: PageRequest): Promise<Framed> | Framed
}
