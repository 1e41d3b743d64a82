import { createHash } from 'node:crypto'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import { Address, Hex } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { CHANNEL } from '#launchpad/live/Feed.ts'
import * as Content from '#launchpad/metadata/Content.ts'
import { findSigner } from '#launchpad/metadata/findSigner.ts'
import { IMAGE_MAX_BYTES, reencode } from '#launchpad/metadata/reencode.ts'
import { type SignedMetadata, saveMetadata } from '#launchpad/metadata/saveMetadata.ts'
import { readSigners } from '#launchpad/onchain/readSigners.ts'
import { SavedMetadata } from '#launchpad/wire/responses.ts'
import { paths } from '#launchpad/wire/urls.ts'

const HOUR = 3_600
const BASE64_MAX = Math.ceil(IMAGE_MAX_BYTES / 3) * 4

const Request = z.strictObject({
  token: Address,
  description: Content.Description.optional(),
  links: Content.Links.default({}),
  image: z
    .string()
    .max(BASE64_MAX, `must have at most ${IMAGE_MAX_BYTES} bytes`)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')
    .optional()
    .meta({ description: `PNG, JPEG or WebP in base64, at most ${IMAGE_MAX_BYTES} bytes and 4 megapixels.` }),
  expiry: z.int().meta({
    description: 'Seconds since 1970, at most one hour from now, and later than the expiry of the last change.',
  }),
  signature: Hex.meta({
    description:
      'EIP-712 signature of an accepted signer. POST /api/launchpad/prepare with `metadata` returns the typed data and the accepted signers.',
  }),
})

type Body = z.output<typeof Request>

/** Replaces the picture, the description and the links of a token. */
export function setMetadata(context: Context, notify: (channel: string) => void): Operation {
  return define({
    name: 'setLaunchMetadata',
    method: 'POST',
    path: paths.metadata,
    tag: 'launchpad',
    summary: "Set a token's picture, description and links, signed by its creator.",
    access: none,
    limit: 'write',
    errors: ['not_found', 'permission_denied', 'failed_precondition', 'aborted', 'unavailable'],
    maxBodyBytes: BASE64_MAX + 16_384,
    request: Request,
    response: SavedMetadata,
    async handle(body) {
      const bytes = body.image === undefined ? undefined : Buffer.from(body.image, 'base64')
      const signed = await authorise(context, body, bytes)
      const image = bytes && (await reencode(bytes))
      const metadata = await saveMetadata(context, { ...signed, image })
      notify(CHANNEL)
      // Drops cached answers of this process before the response; the change is already committed.
      await context.feed.refresh().catch(() => {})
      return { address: body.token, metadata }
    },
  })
}

/** Checks the signature before the picture is decoded. */
async function authorise(
  context: Context,
  body: Body,
  bytes: Buffer | undefined,
): Promise<Omit<SignedMetadata, 'image'>> {
  const { token, expiry, signature } = body
  const seconds = Math.floor(context.now() / 1000)
  if (expiry <= seconds || expiry > seconds + HOUR)
    throw new ApiError(
      'failed_precondition',
      'expiry must be in the future, at most one hour from now. Sign again with a new expiry.',
      {
        details: [{ type: 'field', value: 'expiry' }],
      },
    )
  const description = body.description ?? null
  const imageHash = bytes ? createHash('sha256').update(bytes).digest('hex') : null
  const contentHash = Content.hashOf({ description, links: body.links, imageHash })
  const accounts = await readSigners(context, token)
  const data = Content.typedData({ factory: context.factory, token, contentHash, expiry })
  const signer = await findSigner(context.chain, { accounts, data, signature })
  if (!signer)
    throw new ApiError(
      'permission_denied',
      `signature is not a signature of ${accounts.join(' or ')} for this content.`,
      {
        details: [
          { type: 'field', value: 'signature' },
          { type: 'contentHash', value: contentHash },
        ],
      },
    )
  const cleaned = description === null ? null : UntrustedText.oneLine(description)
  return {
    token: token.toLowerCase(),
    signer: signer.toLowerCase(),
    contentHash,
    expiry,
    description: cleaned,
    links: body.links,
  }
}
