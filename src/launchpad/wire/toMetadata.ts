import type { z } from 'zod'
import { displayLink } from '#launchpad/metadata/displayLink.ts'
import type { MetadataRow } from '#launchpad/store/metadata.ts'
import type * as wire from './schemas.ts'
import { paths } from './urls.ts'

/** Metadata without the parts that operators took down. */
export function toMetadata(row: MetadataRow, baseUrl: string): z.output<typeof wire.Metadata> {
  const { image_hash: hash, image_down: isImageDown, text_down: isTextDown } = row
  const links = Object.entries(row.links).map(([name, link]) => [name, displayLink(link)])
  return {
    image: hash !== null && !isImageDown ? `${baseUrl}${paths.images}/${hash}` : null,
    description: isTextDown ? null : row.description,
    links: isTextDown ? {} : Object.fromEntries(links),
    updatedAt: row.updated_at,
    takenDown: [...(isImageDown ? ['image' as const] : []), ...(isTextDown ? ['text' as const] : [])],
  }
}
