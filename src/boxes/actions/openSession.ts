import type { Box } from '#boxes/store/boxes.ts'
import { insertSession, type Session } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import * as Id from '#core/Id.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { oneLine } from '#core/UntrustedText.ts'

export const CHANNELS = ['api', 'telegram', 'arena', 'box', 'a2a', 'web', 'mcp'] as const
export type Channel = (typeof CHANNELS)[number]

export type NewSession = { title?: string | undefined; channel: Channel; humanId?: string | undefined }

/** Opens a conversation in a box. */
export async function openSession(
  within: Store,
  box: Box,
  { title, channel, humanId }: NewSession,
): Promise<{ session: Session }> {
  const shown = oneLine(title ?? '') || 'Conversation'
  refuseSecrets(shown, 'title')
  const session = await insertSession(within, {
    id: Id.create('sess'),
    box_id: box.id,
    developer_id: box.developer_id,
    title: shown,
    channel,
    human_id: humanId ?? null,
  })
  return { session }
}
