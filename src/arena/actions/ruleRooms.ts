import type { Context } from '#arena/Context.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import { readNew } from '#arena/store/entries.ts'
import { readReaders } from '#arena/store/readers.ts'
import { readLastSeqs } from '#arena/store/rooms.ts'
import type { EntryRow } from '#arena/store/tables.ts'
import type { Caller } from '#core/Access.ts'
import { seeRoom } from './seeRoom.ts'

type Position = { id: string; seq: number }

/** An entry for a module that follows rooms. */
type FollowedEntry = {
  list: string
  seq: number
  id: string
  kind: EntryRow['kind']
  content: string
  author: string | null
  replyTo: string | null
  /** The participants that it mentions, with their developers. */
  mentions: readonly { id: string; developerId: string }[]
  clientKey: string | null
  at: Date
  /** The developers who may read it; undefined in a public room. */
  readers: readonly string[] | undefined
}

type Posting = { developerId: string; roomId: string; content: string; clientKey: string }

/** Rooms for rules: their entries in order, and posts of their developers. */
export type RuleRooms = {
  channel: string
  /** Throws `not_found` unless the caller may read the room. */
  requireReadable(roomId: string, caller: Caller): Promise<void>
  listsOf(roomIds: readonly string[]): Promise<(Position & { key: string })[]>
  readAfter(positions: readonly Position[], limit: number): Promise<FollowedEntry[]>
  /** Posts as a developer who has joined the room; a second post with the same key has no effect. */
  postAs(posting: Posting): Promise<string>
}

export function createRuleRooms(context: Context, channel: string): RuleRooms {
  const { store } = context
  return {
    channel,
    async requireReadable(roomId, caller) {
      await seeRoom(context, roomId, caller)
    },
    async listsOf(roomIds) {
      return [...(await readLastSeqs(store, roomIds))].map(([id, seq]) => ({ key: id, id, seq }))
    },
    async readAfter(positions, limit) {
      const entries = await readNew(store, positions, limit)
      const rooms = await readReaders(store, [...new Set(entries.map(({ room_id }) => room_id))])
      return entries.map((entry) => toFollowed(entry, rooms.get(entry.room_id)))
    },
    async postAs({ developerId, roomId, content, clientKey }) {
      const accepted = sanitize.post({ kind: 'message', content }, clientKey)
      const { entry } = await context.post({ ...accepted, roomId, identity: `developer:${developerId}`, name: null })
      return entry.id
    },
  }
}

type Readers = { developers: readonly string[] | undefined; participants: ReadonlyMap<string, string> }

function toFollowed(entry: EntryRow, readers: Readers | undefined): FollowedEntry {
  return {
    list: entry.room_id,
    seq: entry.seq,
    id: entry.id,
    kind: entry.kind,
    content: entry.content,
    author: entry.author_name,
    replyTo: entry.reply_to,
    mentions: entry.mentions.flatMap((id) => {
      const developerId = readers?.participants.get(id)
      return developerId === undefined ? [] : [{ id, developerId }]
    }),
    clientKey: entry.client_key,
    at: entry.created_at,
    readers: readers ? readers.developers : [],
  }
}
