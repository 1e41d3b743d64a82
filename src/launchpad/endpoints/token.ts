import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { createTokenCache } from '#launchpad/live/TokenCache.ts'
import { createLookUp } from '#launchpad/onchain/readUnindexedToken.ts'
import { readSignals } from '#launchpad/store/readSignals.ts'
import { readToken } from '#launchpad/store/readToken.ts'
import { toToken } from '#launchpad/store/TokenRow.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import { openingAt } from '#launchpad/wire/toWire.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'

type Detail = z.output<typeof wire.TokenDetail>
type Place = { name: string; path: string }
export type ReadDetail = (address: string) => Detail | Promise<Detail>

const Request = z.strictObject({ address: Address.meta({ description: 'The token.' }) })

/** One launch; the same answers are kept for every path it is served at. */
export function createReadDetail(context: Context): ReadDetail {
  const { db, feed, site } = context
  const kept = createTokenCache<Detail>(feed)
  const lookUp = createLookUp(context)
  async function read(address: string): Promise<Detail> {
    const row = await readToken(db, address)
    if (row && !row.is_set_aside)
      return Object.freeze({
        ...toToken(row, site),
        signals: await readSignals(db, row),
        warnings: [...WARNINGS.token],
      })
    throw new Unindexed()
  }
  const find = (address: string) =>
    kept.get(address) ??
    kept
      .load(address, () => read(address))
      .catch((error) => {
        if (error instanceof Unindexed) return fromChain(lookUp, address)
        throw error
      })
  // A surcharge falls by the second, whether or not anything happens to the token.
  const fresh = (detail: Detail): Detail =>
    detail.opening
      ? { ...detail, opening: openingAt(detail.opening, Math.max(site.now(), detail.opening.at.getTime())) }
      : detail
  return (address) => andThen(find(address), fresh)
}

class Unindexed extends Error {
  override readonly name = 'Unindexed'
}

async function fromChain(lookUp: ReturnType<typeof createLookUp>, address: string): Promise<Detail> {
  const token = await lookUp(address)
  if (token) return token
  throw new ApiError('not_found', `${address} is no token of this launchpad. GET /api/launchpad/tokens lists them.`, {
    details: [{ type: 'field', value: 'address' }],
  })
}

/** Tells all about one launch. */
export function token(readDetail: ReadDetail, { name, path }: Place): Operation {
  return define({
    name,
    method: 'GET',
    path,
    tag: 'launchpad',
    summary: 'Read one launched token.',
    description: 'A token that is newer than the index is read from the chain, with `indexed: false`.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: wire.TokenDetail,
    handle: ({ address }) => readDetail(address.toLowerCase()),
  })
}
