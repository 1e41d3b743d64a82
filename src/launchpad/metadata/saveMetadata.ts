import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#launchpad/Context.ts'
import { readCreation, writeMetadata } from '#launchpad/store/metadata.ts'
import * as Outbox from '#launchpad/store/Outbox.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import { toEvent } from '#launchpad/wire/toEvent.ts'
import { toMetadata } from '#launchpad/wire/toMetadata.ts'

export type SignedMetadata = {
  token: string
  signer: string
  contentHash: string
  expiry: number
  description: string | null
  links: Partial<Record<string, string>>
  /** As it will be served. */
  image: Buffer | undefined
}

/** Stores signed metadata, unless a later change is stored already, and notifies subscribers. */
export async function saveMetadata(
  { db, site, now }: Context,
  { token, signer, contentHash, expiry, description, links, image }: SignedMetadata,
): Promise<z.output<typeof wire.Metadata>> {
  return transaction(db, async (tx) => {
    // Locked first, in the same order as the indexer, to avoid deadlocks.
    const chain = await Outbox.lockChain(tx)
    const createdTx = await readCreation(tx, token)
    if (!chain || createdTx === undefined) throw notIndexed()
    const row = await writeMetadata(tx, {
      token,
      created_tx: createdTx,
      signer,
      content_hash: contentHash,
      expires_at: expiry,
      description,
      links: links as Record<string, string>,
      image_hash: image ? createHash('sha256').update(image).digest('hex') : null,
      image: image ?? null,
      updated_at: new Date(now()),
    })
    if (!row) throw superseded()
    const metadata = toMetadata(row, site.baseUrl)
    await Outbox.publish(tx, chain, toEvent('metadata', token, { address: toAddress(token), metadata }))
    return metadata
  })
}

function notIndexed(): ApiError {
  return new ApiError('unavailable', 'The token is newer than the index. Try again in a second.', {
    headers: { 'retry-after': '1' },
  })
}

function superseded(): ApiError {
  return new ApiError(
    'aborted',
    'A change with the same or a later expiry is stored already. Sign again with a later expiry.',
    { details: [{ type: 'field', value: 'expiry' }] },
  )
}
