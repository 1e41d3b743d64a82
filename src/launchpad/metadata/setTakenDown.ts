import type { z } from 'zod'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { type AuditLog, actorOf } from '#core/AuditLog.ts'
import { toAddress } from '#core/wire.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#launchpad/Context.ts'
import { writeTakenDown } from '#launchpad/store/metadata.ts'
import * as Outbox from '#launchpad/store/Outbox.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import { toEvent } from '#launchpad/wire/toEvent.ts'
import { toMetadata } from '#launchpad/wire/toMetadata.ts'

type Takedown = {
  token: string
  part: z.output<typeof wire.Part>
  isDown: boolean
  reason: string
  caller: Caller
}

/** Hides a part of a token's metadata, or shows it again; the audit log records the operator and the reason. */
export function setTakenDown(
  { db, site }: Context,
  audit: AuditLog,
  { token, part, isDown, reason, caller }: Takedown,
): Promise<z.output<typeof wire.Metadata>> {
  return transaction(db, async (tx) => {
    const chain = await Outbox.lockChain(tx)
    const row = await writeTakenDown(tx, { token, part, isDown })
    if (!chain || !row)
      throw new ApiError('not_found', 'This token has no picture, description or links. Check its address.', {
        details: [{ type: 'field', value: 'token' }],
      })
    await audit.append<Tables>(tx, {
      event: isDown ? 'launch.taken_down' : 'launch.restored',
      developerId: null,
      target: token,
      detail: `${part}: ${reason}`,
      ...actorOf(caller),
    })
    const metadata = toMetadata(row, site.baseUrl)
    await Outbox.publish(tx, chain, toEvent('metadata', token, { address: toAddress(token), metadata }))
    return metadata
  })
}
