import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { toAddress } from '#core/wire.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Outbox from '#launchpad/store/Outbox.ts'
import type * as wire from '#launchpad/wire.ts'

export type Said = {
  token: string
  signer: string
  contentHash: string
  expiry: number
  description: string | null
  links: Partial<Record<string, string>>
  /** As it will be served. */
  image: Buffer | undefined
}

/** Keeps what a creator says, unless a later word of theirs is there already, and tells the listeners. */
export async function saveMetadata({ db, site, now }: Context, said: Said): Promise<z.output<typeof wire.Metadata>> {
  const { token, signer, image, description } = said
  const links = said.links as Record<string, string>
  const imageHash = image ? createHash('sha256').update(image).digest('hex') : null
  const updatedAt = new Date(now())
  const metadata = {
    image: imageHash && `${site.baseUrl}/api/launchpad/images/${imageHash}`,
    description,
    links,
    updatedAt,
  }
  await transaction(db, async (tx) => {
    // The chain's row is locked first, as the indexer does: whoever numbers events holds it.
    const chain = await tx.selectFrom('launch_chain').selectAll().forUpdate().executeTakeFirst()
    const row = await tx
      .selectFrom('launch_tokens')
      .select('created_tx')
      .where('address', '=', token)
      .executeTakeFirst()
    if (!chain || !row)
      throw new ApiError('unavailable', 'The token is newer than the index. Try again in a second.', {
        headers: { 'retry-after': '1' },
      })
    const values = {
      token,
      created_tx: row.created_tx,
      signer,
      content_hash: said.contentHash,
      expires_at: said.expiry,
      description,
      links: JSON.stringify(links),
      image_hash: imageHash,
      image: image ?? null,
      updated_at: updatedAt,
    }
    const written = await tx
      .insertInto('launch_metadata')
      .values(values as never)
      .onConflict((conflict) =>
        conflict
          .column('token')
          .doUpdateSet(values as never)
          .where(({ or, eb }) =>
            or([
              eb('launch_metadata.expires_at', '<', said.expiry),
              eb('launch_metadata.created_tx', '<>', row.created_tx),
            ]),
          ),
      )
      .returning('token')
      .executeTakeFirst()
    if (!written) throw superseded()
    const event = Outbox.event('metadata', token, { address: toAddress(token), metadata })
    const lastSeq = await Outbox.append(tx, chain.last_seq, [event])
    await tx
      .updateTable('launch_chain')
      .set({ last_seq: lastSeq, version: chain.version + 1 })
      .execute()
  })
  return metadata
}

function superseded(): ApiError {
  return new ApiError(
    'aborted',
    'A change with this or a later expiry was made already. Sign again with a later expiry.',
    {
      details: [{ type: 'field', value: 'expiry' }],
    },
  )
}
