import { createHash } from 'node:crypto'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import { draft, drawShareImage } from './drawShareImage.ts'
import type { Shared } from './shareSvg.ts'

type Sources = {
  baseUrl: string
  /** The record of a token, as anybody may read it. */
  readToken(address: string): Promise<Shared & { metadata: { image: string | null } | null }>
  /** A creator's picture by its URL; undefined where it is gone. */
  readPicture(url: string): Promise<Uint8Array | undefined>
}

const Request = z.strictObject({ address: Address })
const KEPT_MAX = 200

export const sharePath = (address: string) => `/api/launchpad/share/${address}`

/** Serves the picture that a link to a token's page is shown with, drawn when its figures have changed. */
export function shareImage({ baseUrl, readToken, readPicture }: Sources): Operation {
  const kept = new Map<string, Promise<Uint8Array>>()
  const { host } = new URL(baseUrl)
  async function draw(svg: string, image: string | null): Promise<Uint8Array> {
    return drawShareImage(svg, image === null ? undefined : await readPicture(image))
  }
  function drawOnce(tag: string, svg: string, image: string | null): Promise<Uint8Array> {
    const known = kept.get(tag) ?? draw(svg, image)
    kept.delete(tag)
    kept.set(tag, known)
    known.catch(() => kept.delete(tag))
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break
      kept.delete(oldest)
    }
    return known
  }
  return defineRaw({
    name: 'getLaunchShareImage',
    method: 'GET',
    path: sharePath('{address}'),
    tag: 'launchpad',
    summary: "Read the picture that a link to a token's page is shared with.",
    description: 'A PNG of 1200 by 630 pixels with the figures of the moment; `ETag` and `If-None-Match` are served.',
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
