import type { Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Content from '#launchpad/metadata/Content.ts'
import { Common } from './fields.ts'

const VALID_SECONDS = 1_800
/** Some time in the year 2286. */
const EXPIRY_MAX = 9_999_999_999

export const SetMetadata = Common.extend({
  action: z.literal('metadata'),
  token: Address,
  description: Content.Description.optional(),
  links: Content.Links.default({}),
  imageHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case')
    .optional()
    .meta({ description: 'SHA-256 of the picture as it will be sent; leave it out for none.' }),
  expiry: z
    .int()
    .min(1, 'must be seconds since 1970')
    .max(EXPIRY_MAX, 'must be seconds since 1970')
    .optional()
    .meta({ description: 'Seconds since 1970; half an hour from now when not said.' }),
})

/** What the creator signs before sending the same content to POST /api/launchpad/metadata. */
export function signMetadata(request: z.output<typeof SetMetadata>, { factory, now }: Context) {
  const { token, description = null, links, imageHash = null } = request
  const expiry = request.expiry ?? Math.floor(now() / 1000) + VALID_SECONDS
  const contentHash = Content.hashOf({ description, links, imageHash })
  const data = Content.typedData({
    chainId: factory.chainId,
    factory: factory.address as ViemAddress,
    token,
    contentHash,
    expiry,
  })
  return {
    typedData: { ...data, message: { ...data.message, expiry: String(data.message.expiry) } },
    summary: `Signs the picture, description and links of ${token}, to be sent with the signature to POST /api/launchpad/metadata before ${new Date(expiry * 1000).toISOString()}.`,
    warnings: [
      {
        code: 'signature',
        message:
          'This signature moves nothing. It lets whoever has it set exactly this content for exactly this token until it expires.',
      },
    ],
  }
}
