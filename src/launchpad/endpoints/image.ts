import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import type { Context } from '#launchpad/Context.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the picture, as in its URL'),
})

/** A picture is named by its content, so it never changes, but an operator may take it down; whatever it holds, it can do nothing in a browser but be seen. */
const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="token.webp"',
  'x-content-type-options': 'nosniff',
}

/** Serves a token's picture. */
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
      const row = await db
        .selectFrom('launch_metadata')
        .select('image')
        .where('image_hash', '=', hash)
        .where('image_down', '=', false)
        .limit(1)
        .executeTakeFirst()
      if (!row?.image)
        throw new ApiError('not_found', 'There is no such picture. The token record has the URL of the current one.')
      return new Response(new Uint8Array(row.image), { headers: HEADERS })
    },
  })
}
