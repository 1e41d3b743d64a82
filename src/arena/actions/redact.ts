import type { Actor, Context } from '#arena/Context.ts'
import type { Identity } from '#arena/rules/Identity.ts'
import * as RoomState from '#arena/rules/RoomState.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import { findEntry, redactEntry } from '#arena/store/entries.ts'
import type { EntryRow, Store } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { changeRoom } from './changeRoom.ts'
import { hasRightIn, memberOf, requireModerator } from './requireModerator.ts'
import { maySee } from './seeRoom.ts'

type Redaction = Actor & { roomId: string; messageId: string; reason: string | undefined }

/** Removes the content of a message; open to its author, the owner of the room and operators. */
export async function redact(context: Context, redaction: Redaction): Promise<EntryRow> {
  const { roomId, messageId, identity, caller } = redaction
  const hasRight = await hasRightIn(context, roomId, identity)
  return changeRoom(context, { roomId, identity: identity.id }, async (state, tx) => {
    const entry = await requireEntry(tx, state, { messageId, identity })
    const by = redactor(entry, { state, identity, hasRight })
    if (entry.redacted_at) return entry
    const now = new Date(context.now())
    await redactEntry(tx, messageId, { by, now })
    announce(state, entry, { by, reason: redaction.reason, now })
    const log = { target: roomId, detail: messageId, developerId: state.room.owner_developer || identity.developerId }
    if (by !== 'author') await context.audit(tx, { event: 'room_redact', ...log, caller })
    return { ...entry, content: '', data: null, mentions: [], redacted_at: now, redacted_by: by }
  })
}

async function requireEntry(
  tx: Store,
  state: RoomState.RoomState,
  { messageId, identity }: { messageId: string; identity: Identity },
): Promise<EntryRow> {
  if (!maySee(state.room, identity, memberOf(state, identity))) throw roomNotFound()
  const entry = await findEntry(tx, state.room.id, messageId)
  if (entry) return entry
  throw new ApiError('not_found', 'This room has no message with this id. GET …/messages lists them.')
}

type Redactor = 'author' | 'owner' | 'operator'

type Redacting = { state: RoomState.RoomState; identity: Identity; hasRight: boolean }

function redactor(entry: EntryRow, { state, identity, hasRight }: Redacting): Redactor {
  if (entry.kind === 'system') throw new ApiError('failed_precondition', 'Entries of the service cannot be redacted.')
  if (entry.participant_id === memberOf(state, identity)?.id) return 'author'
  return requireModerator(state, { identity, hasRight })
}

const IN_WORDS = { author: 'its author', owner: 'the owner of the room', operator: 'an operator' }

type Announced = { by: Redactor; reason: string | undefined; now: Date }

function announce(state: RoomState.RoomState, entry: EntryRow, { by, reason, now }: Announced): void {
  const participantId = entry.participant_id ?? undefined
  const event = { type: 'redacted', messageId: entry.id, participantId, reason } as const
  RoomState.announce(state, { content: `Message ${entry.seq} was redacted by ${IN_WORDS[by]}.`, event }, now)
}
