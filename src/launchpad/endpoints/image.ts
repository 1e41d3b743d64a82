import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import type { Context } from '#launchpad/Context.ts'
import { readImage } from '#launchpad/store/metadata.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the picture, as in its URL'),
})

// Named by its content, so it never changes; cached briefly, because an operator may take it down. Sandboxed, because
// a stranger uploaded it.
const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="token.webp"',
  'x-content-type-options': 'nosniff',
}

export function image({ db }: Context): Operation {
  return defineRaw({
    name: 'getLaunchImage',
    method: 'GET',
    path: `${paths.images}/{hash}`,
    tag: 'launchpad',
    summary: "Read a token's picture.",
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    contentType: 'image/webp',
    request: Request,
    response: z.string().meta({ format: 'binary' }),
    async respond({ hash }) {
      const bytes = await readImage(db, hash)
      if (!bytes)
        throw new ApiError('not_found', 'There is no such picture. The token record has the URL of the current one.')
      return new Response(new Uint8Array(bytes), { headers: HEADERS })
    },
  })
}
