import { createHash } from 'node:crypto'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import { draft, drawShareImage } from './drawShareImage.ts'
import type { SharedToken } from './shareSvg.ts'

type Sources = {
  baseUrl: string
  readToken(address: string): Promise<SharedToken & { metadata: { image: string | null } | null }>
  /** A creator's image by its URL; undefined if it was removed. */
  readPicture(url: string): Promise<Uint8Array | undefined>
}

const Request = z.strictObject({ address: Address })
const CACHED_MAX = 200

export const sharePath = (address: string) => `/api/launchpad/share/${address}`

/** Serves the share image of a token's page, redrawn when its figures change. */
export function shareImage({ baseUrl, readToken, readPicture }: Sources): Operation {
  const cache = new Map<string, Promise<Uint8Array>>()
  const { host } = new URL(baseUrl)
  async function draw(svg: string, image: string | null): Promise<Uint8Array> {
    return drawShareImage(svg, image === null ? undefined : await readPicture(image))
  }
  function drawOnce(tag: string, svg: string, image: string | null): Promise<Uint8Array> {
    const known = cache.get(tag) ?? draw(svg, image)
    cache.delete(tag)
    cache.set(tag, known)
    known.catch(() => cache.delete(tag))
    for (const oldest of cache.keys()) {
      if (cache.size <= CACHED_MAX) break
      cache.delete(oldest)
    }
    return known
  }
  return defineRaw({
    name: 'getLaunchShareImage',
    method: 'GET',
    path: sharePath('{address}'),
    tag: 'launchpad',
    summary: "Read the share image of a token's page.",
    description: 'A PNG of 1200 by 630 pixels with the current figures. Supports `ETag` and `If-None-Match`.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    contentType: 'image/png',
    request: Request,
    response: z.string().meta({ format: 'binary' }),
    async respond({ address }, call) {
      const token = await readToken(address)
      const image = token.metadata?.image ?? null
      const svg = await draft(token, host)
      const tag = createHash('sha256').update(`${svg}${image}`).digest('base64url').slice(0, 22)
      const headers = {
        etag: `"${tag}"`,
        'cache-control': 'public, max-age=60',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      }
      if (call.raw.headers.get('if-none-match')?.includes(`"${tag}"`))
        return new Response(null, { status: 304, headers })
      const png = await drawOnce(tag, svg, image)
      return new Response(new Uint8Array(png), { headers: { ...headers, 'content-type': 'image/png' } })
    },
  })
}
