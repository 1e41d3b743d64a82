import type { z } from 'zod'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { type AuditLog, actorOf } from '#core/AuditLog.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#launchpad/Context.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import { announceMetadata } from './announceMetadata.ts'
import { shownMetadata } from './shownMetadata.ts'

export type Decision = {
  token: string
  part: z.output<typeof wire.Part>
  isDown: boolean
  reason: string
  caller: Caller
}

/** Takes a part of what a creator said down, or shows it again; the audit log has who and why. */
export function setTakenDown(
  { db, site }: Context,
  audit: AuditLog,
  { token, part, isDown, reason, caller }: Decision,
): Promise<z.output<typeof wire.Metadata>> {
  return transaction(db, async (tx) => {
    const chain = await tx.selectFrom('launch_chain').selectAll().forUpdate().executeTakeFirst()
    const row = await tx
      .updateTable('launch_metadata')
      .set(part === 'image' ? { image_down: isDown } : { text_down: isDown })
      .where('token', '=', token)
      .returningAll()
      .executeTakeFirst()
    if (!chain || !row)
      throw new ApiError('not_found', 'This token has no picture, description or links. Check its address.', {
        details: [{ type: 'field', value: 'token' }],
      })
    const event = isDown ? 'launch.taken_down' : 'launch.restored'
    await audit.append<Tables>(tx, {
      event,
      developerId: null,
      target: token,
      detail: `${part}: ${reason}`,
      ...actorOf(caller),
    })
    const { description, links, image_hash: imageHash, updated_at: updatedAt } = row
    const down = { isImageDown: row.image_down, isTextDown: row.text_down }
    const metadata = shownMetadata({ description, links, imageHash, updatedAt, ...down }, site.baseUrl)
    await announceMetadata(tx, chain, { token, metadata })
    return metadata
  })
}
