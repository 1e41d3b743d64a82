import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import { Metadata } from '#launchpad/wire/responses.ts'
import { paths } from '#launchpad/wire/urls.ts'
import type { ReadToken } from './token.ts'

const Request = z.strictObject({ address: Address })

export function metadata(readToken: ReadToken): Operation {
  return define({
    name: 'getLaunchMetadata',
    method: 'GET',
    path: paths.metadata,
    tag: 'launchpad',
    summary: 'Read the picture, description and links of a token.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Metadata,
    async handle({ address }) {
      const { untrusted, metadata: shown, metadataUri } = await readToken(address.toLowerCase())
      return { address, untrusted, metadata: shown, metadataUri }
    },
  })
}
