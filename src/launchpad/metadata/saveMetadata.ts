import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#launchpad/Context.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import { announceMetadata } from './announceMetadata.ts'
import { shownMetadata } from './shownMetadata.ts'

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
  return transaction(db, async (tx) => {
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
          .doUpdateSet({ ...values, ...KEPT_DOWN } as never)
          .where(({ or, eb }) =>
            or([
              eb('launch_metadata.expires_at', '<', said.expiry),
              eb('launch_metadata.created_tx', '<>', row.created_tx),
            ]),
          ),
      )
      .returning(['image_down', 'text_down'])
      .executeTakeFirst()
    if (!written) throw superseded()
    const down = { isImageDown: written.image_down, isTextDown: written.text_down }
    const metadata = shownMetadata({ description, links, imageHash, updatedAt, ...down }, site.baseUrl)
    await announceMetadata(tx, chain, { token, metadata })
    return metadata
  })
}

/** What was taken down stays down whatever its creator says next, unless another token stands at the address. */
const KEPT_DOWN = {
  image_down: sql<boolean>`launch_metadata.image_down and launch_metadata.created_tx = excluded.created_tx`,
  text_down: sql<boolean>`launch_metadata.text_down and launch_metadata.created_tx = excluded.created_tx`,
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
