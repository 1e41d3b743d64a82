import type { z } from 'zod'
import { shownLink } from '#launchpad/metadata/displayLink.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import { paths } from '#launchpad/wire/urls.ts'

export type Kept = {
  description: string | null
  links: Record<string, string>
  imageHash: string | null
  updatedAt: Date
  isImageDown: boolean
  isTextDown: boolean
}

/** What a creator said, as it is shown: without what operators took down. */
export function shownMetadata(kept: Kept, baseUrl: string): z.output<typeof wire.Metadata> {
  const { description, links, imageHash, updatedAt, isImageDown, isTextDown } = kept
  const shown = Object.entries(links).map(([name, link]) => [name, shownLink(link)])
  return {
    image: imageHash !== null && !isImageDown ? `${baseUrl}${paths.images}/${imageHash}` : null,
    description: isTextDown ? null : description,
    links: isTextDown ? {} : Object.fromEntries(shown),
    updatedAt,
    takenDown: [...(isImageDown ? ['image' as const] : []), ...(isTextDown ? ['text' as const] : [])],
  }
}
