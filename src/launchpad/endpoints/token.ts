import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { createTokenCache } from '#launchpad/live/TokenCache.ts'
import type { EthPrice } from '#launchpad/onchain/createEthPrice.ts'
import { createUnindexedReader } from '#launchpad/onchain/readUnindexedToken.ts'
import { readSignals } from '#launchpad/store/readSignals.ts'
import { readTokenRow } from '#launchpad/store/readTokenRow.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import { toSignals } from '#launchpad/wire/toSignals.ts'
import { toTokenRecord } from '#launchpad/wire/toTokenRecord.ts'
import { openingAt } from '#launchpad/wire/toWire.ts'
import { toTokenUsd, toUsdSource } from '#launchpad/wire/usd.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'

type Detail = z.output<typeof wire.TokenDetail>
type Facts = z.output<typeof wire.TokenFacts>
export type ReadToken = (address: string) => Detail | Promise<Detail>

const Request = z.strictObject({ address: Address.meta({ description: 'The token.' }) })

/** Reads one launch, with one cache for both paths. */
export function createTokenReader(context: Context): ReadToken {
  const { db, feed, site, ethPrice } = context
  const cache = createTokenCache<Facts>(feed)
  const readUnindexed = createUnindexedReader(context)
  async function read(address: string): Promise<Facts> {
    const row = await readTokenRow(db, address)
    if (!row || row.is_set_aside) throw new Unindexed()
    const signals = toSignals(await readSignals(db, row))
    return Object.freeze({ ...toTokenRecord(row, site), signals, warnings: [...WARNINGS.token] })
  }
  const find = (address: string) =>
    cache.get(address) ??
    cache
      .load(address, () => read(address))
      .catch((error) => {
        if (error instanceof Unindexed) return fromChain(readUnindexed, address)
        throw error
      })
  // The surcharge falls every second, even while a cached token does not change.
  const fresh = (facts: Facts, price: EthPrice | undefined): Detail => ({
    ...facts,
    ...toTokenUsd(facts, price),
    usdSource: toUsdSource(price),
    opening: facts.opening && openingAt(facts.opening, Math.max(site.now(), facts.opening.at.getTime())),
  })
  return (address) => andThen(find(address), (facts) => andThen(ethPrice(), (price) => fresh(facts, price)))
}

class Unindexed extends Error {
  override readonly name = 'Unindexed'
}

async function fromChain(readUnindexed: ReturnType<typeof createUnindexedReader>, address: string): Promise<Facts> {
  const token = await readUnindexed(address)
  if (token) return token
  throw new ApiError(
    'not_found',
    `${address} is not a token of this launchpad. GET /api/launchpad/tokens lists them.`,
    {
      details: [{ type: 'field', value: 'address' }],
    },
  )
}

export function token(readToken: ReadToken, { name, path }: { name: string; path: string }): Operation {
  return define({
    name,
    method: 'GET',
    path,
    tag: 'launchpad',
    summary: 'Read one launched token.',
    description: 'A token newer than the index is read from the chain and has `indexed: false`.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: wire.TokenDetail,
    handle: ({ address }) => readToken(address.toLowerCase()),
  })
}
