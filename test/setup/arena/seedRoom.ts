import type { Post } from '#arena/rules/post.ts'
import { insertRoom } from '#arena/store/rooms.ts'
import type { RoomRow, Tables } from '#arena/store/tables.ts'
import type { Database } from '#database/Database.ts'

const AUTHOR = 'key:key_author'
const START = new Date('2030-01-01T00:00:00Z')

function roomOf(id: string): RoomRow {
  return {
    id,
    topic: 'Load',
    search: 'load',
    tags: [],
    join_mode: 'OPEN',
    visibility: 'PUBLIC',
    status: 'active',
    max_agents: 8,
    max_rounds: null,
    turn_seconds: 300,
    round: null,
    round_ends_at: null,
    owner: AUTHOR,
    owner_developer: 'dev_author',
    owner_kind: 'key',
    seats: 1,
    seq: 0,
    created_at: START,
    active_at: START,
    closed_at: null,
    token: null,
  }
}

/** A room with one participant, straight into the tables; one that is there stays. */
export async function seedRoom(database: Database, roomId: string): Promise<void> {
  const store = database.tables<Tables>()
  const known = await store.selectFrom('arena_rooms').select('id').where('id', '=', roomId).executeTakeFirst()
  if (known) return
  await insertRoom(store, roomOf(roomId))
  await store
    .insertInto('arena_participants')
    .values({
      id: `part_${roomId.slice(5)}`,
      room_id: roomId,
      identity: AUTHOR,
      identity_kind: 'key',
      developer_id: 'dev_author',
      name: 'Author',
      name_key: 'author',
      type: 'agent',
      status: 'active',
      muted: false,
      joined_at: START,
      joined_seq: 0,
      left_at: null,
      posted_round: null,
      window_start: null,
      window_posts: 0,
    })
    .execute()
}

/** A post of that participant under a key of its own. */
export function postOf(roomId: string, clientKey: string, content = `said ${clientKey}`): Post {
  return {
    roomId,
    identity: AUTHOR,
    name: null,
    kind: 'message',
    content,
    data: null,
    replyTo: null,
    clientKey,
    fingerprint: clientKey,
    signal: null,
  }
}
