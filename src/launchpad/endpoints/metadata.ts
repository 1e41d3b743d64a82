import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import type { ReadDetail } from './token.ts'

const Request = z.strictObject({ address: Address })
const Response = wire.Token.pick({ address: true, untrusted: true, metadata: true, metadataUri: true })

/** Tells what a creator says of a token. */
export function metadata(readDetail: ReadDetail): Operation {
  return define({
    name: 'getLaunchMetadata',
    method: 'GET',
    path: '/api/launchpad/metadata',
    tag: 'launchpad',
    summary: 'Read the picture, description and links of a token.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ address }) {
      const { untrusted, metadata: said, metadataUri } = await readDetail(address.toLowerCase())
      return { address, untrusted, metadata: said, metadataUri }
    },
  })
}
