import type { Box } from '#boxes/store/boxes.ts'
import { insertSession, type Session } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { Channel } from '#boxes/wire/requests.ts'
import * as Id from '#core/Id.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { oneLine } from '#core/UntrustedText.ts'
import { requireRunnable } from './writeMessage.ts'

type NewSession = { title?: string | undefined; channel: Channel; humanId?: string | undefined }

/** Opens a session for a message that starts a run, or refuses both. */
export async function openForRun(tx: Store, box: Box, session: NewSession): Promise<Session> {
  await requireRunnable(tx, box)
  return openSession(tx, box, session)
}

export async function openSession(tx: Store, box: Box, { title, channel, humanId }: NewSession): Promise<Session> {
  const shown = oneLine(title ?? '') || 'Conversation'
  refuseSecrets(shown, 'title')
  return insertSession(tx, {
    id: Id.create('sess'),
    box_id: box.id,
    developer_id: box.developer_id,
    title: shown,
    channel,
    human_id: humanId ?? null,
  })
}
