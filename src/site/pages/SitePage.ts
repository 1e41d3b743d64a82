import type { PageRequest } from '#core/Page.ts'
import type { Framed } from '#site/frame.ts'
import type { Site } from '#site/Site.ts'

export type SitePage = {
  /** With parameters in braces: `/launch/{token}`. */
  path: string
  title: string
  isUnlisted?: boolean
  render(site: Site, request: PageRequest): Promise<Framed> | Framed
}
