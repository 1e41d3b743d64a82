import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { toAddress } from '#core/wire.ts'
import * as Outbox from '#launchpad/store/Outbox.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type * as wire from '#launchpad/wire/schemas.ts'

type Said = { token: string; metadata: z.output<typeof wire.Metadata> }

/** Tells the listeners what is now shown of a token; the chain's row must be locked. */
export async function announceMetadata(
  tx: Transaction<Tables>,
  chain: Pick<Tables['launch_chain'], 'last_seq' | 'version'>,
  { token, metadata }: Said,
): Promise<void> {
  const event = Outbox.event('metadata', token, { address: toAddress(token), metadata })
  const lastSeq = await Outbox.append(tx, chain.last_seq, [event])
  await tx
    .updateTable('launch_chain')
    .set({ last_seq: lastSeq, version: chain.version + 1 })
    .execute()
}
