import type { z } from 'zod'
import * as TokenRow from '#launchpad/store/TokenRow.ts'
import { toLaunch } from '#launchpad/store/toLaunch.ts'
import type * as wire from './schemas.ts'
import { toMetadata } from './toMetadata.ts'
import { type Site, toToken } from './toWire.ts'

/** An indexed launch with its metadata. */
export function toTokenRecord(row: TokenRow.TokenRow, site: Site): z.output<typeof wire.Token> {
  const token = toToken(TokenRow.toIdentity(row), toLaunch(row), site)
  const metadata = TokenRow.metadataOf(row)
  return {
    ...token,
    metadataUri: metadata?.text_down ? null : token.metadataUri,
    metadata: metadata ? toMetadata(metadata, site.baseUrl) : null,
    indexed: !row.is_set_aside,
  }
}
