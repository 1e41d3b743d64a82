import { z } from 'zod'
import { Address } from '#core/wire.ts'
import * as Content from '#launchpad/metadata/Content.ts'
import { readSigners } from '#launchpad/onchain/readSigners.ts'
import { paths } from '#launchpad/wire/urls.ts'
import type { Warning } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'

const VALID_SECONDS = 1_800
const EXPIRY_MAX = 9_999_999_999

const SIGNATURE_WARNING = {
  code: 'signature',
  message:
    'This signature moves no funds. Until it expires, anyone who has it can set exactly this content for exactly this token.',
}

function notSigner(from: string): Warning {
  return { code: 'not_a_signer', message: `${from} may not sign for this token: its signature will be refused.` }
}

const Request = Common.extend({
  action: z.literal('metadata'),
  token: Address,
  description: Content.Description.optional(),
  links: Content.Links.default({}),
  imageHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case')
    .optional()
    .meta({ description: 'SHA-256 of the picture as it will be sent. Default: no picture.' }),
  expiry: z
    .int()
    .min(1, 'must be seconds since 1970')
    .max(EXPIRY_MAX, 'must be seconds since 1970')
    .optional()
    .meta({ description: 'Seconds since 1970. Default: half an hour from now.' }),
})

/** The typed data to sign before the same content is sent to POST /api/launchpad/metadata. */
export const signMetadata = defineAction({
  schema: Request,
  async plan(context, request) {
    const { factory, now } = context
    const { token, description = null, links, imageHash = null } = request
    const signers = await readSigners(context, token)
    const expiry = request.expiry ?? Math.floor(now() / 1000) + VALID_SECONDS
    const contentHash = Content.hashOf({ description, links, imageHash })
    const data = Content.typedData({ factory, token, contentHash, expiry })
    return {
      typedData: { ...data, message: { ...data.message, expiry: String(data.message.expiry) } },
      stated: { terms: { token, contentHash, expiry } },
      signers,
      summary: `Signs the picture, description and links of ${token}. Send them with the signature to POST ${paths.metadata} before ${new Date(expiry * 1000).toISOString()}. Accepted signers: ${signers.join(', ')}.`,
      warnings: [SIGNATURE_WARNING, ...(signers.includes(request.from) ? [] : [notSigner(request.from)])],
    }
  },
})
