import type { Box } from '#boxes/store/boxes.ts'
import { insertSession, type Session } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { Channel } from '#boxes/wire/requests.ts'
import * as Id from '#core/Id.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { oneLine } from '#core/UntrustedText.ts'

type NewSession = { title?: string | undefined; channel: Channel; humanId?: string | undefined }

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
