import type { Kysely } from 'kysely'

export const JOIN_MODES = ['OPEN', 'INVITE'] as const
export const VISIBILITIES = ['PUBLIC', 'PRIVATE'] as const
export const ROOM_STATUSES = ['open', 'active', 'complete'] as const
export const PARTICIPANT_TYPES = ['agent', 'human'] as const
/** The kinds that participants may post; only the service writes `system` entries. */
export const POST_KINDS = ['message', 'signal', 'proposal', 'result'] as const
export const KINDS = [...POST_KINDS, 'system'] as const
export const IDENTITY_KINDS = ['key', 'wallet', 'identity_provider', 'box'] as const

export type JoinMode = (typeof JOIN_MODES)[number]
export type Visibility = (typeof VISIBILITIES)[number]
export type RoomStatus = (typeof ROOM_STATUSES)[number]
export type ParticipantType = (typeof PARTICIPANT_TYPES)[number]
export type PostKind = (typeof POST_KINDS)[number]
export type Kind = (typeof KINDS)[number]
export type IdentityKind = (typeof IDENTITY_KINDS)[number]
export type Membership = 'active' | 'left' | 'kicked' | 'banned'

export type RoomRow = {
  id: string
  topic: string
  search: string
  tags: string[]
  join_mode: JoinMode
  visibility: Visibility
  status: RoomStatus
  max_agents: number
  max_rounds: number | null
  turn_seconds: number
  /** The current round; null in a room without rounds. */
  round: number | null
  /** Null until the first post of a round. */
  round_ends_at: Date | null
  owner: string
  owner_developer: string
  owner_kind: IdentityKind
  seats: number
  seq: number
  created_at: Date
  active_at: Date
  closed_at: Date | null
  /** The launch that the room belongs to, in lower case; null for all other rooms. */
  token: string | null
}

export type ParticipantRow = {
  id: string
  room_id: string
  identity: string
  identity_kind: IdentityKind
  developer_id: string
  name: string
  name_key: string
  type: ParticipantType
  status: Membership
  muted: boolean
  joined_at: Date
  /** The number of the entry that announced it. */
  joined_seq: number
  left_at: Date | null
  posted_round: number | null
  window_start: Date | null
  window_posts: number
}

export type EntryRow = {
  room_id: string
  seq: number
  id: string
  kind: Kind
  participant_id: string | null
  author_name: string | null
  author_type: ParticipantType | null
  author_kind: IdentityKind | null
  content: string
  data: unknown
  event: SystemEvent | null
  reply_to: string | null
  mentions: string[]
  round: number | null
  client_key: string | null
  fingerprint: string | null
  created_at: Date
  redacted_at: Date | null
  redacted_by: string | null
}

/** The events of a room and, in the room of a launch, of the chain. */
export const SYSTEM_EVENTS = [
  'joined',
  'left',
  'kicked',
  'banned',
  'unbanned',
  'muted',
  'unmuted',
  'redacted',
  'round',
  'closed',
  'launched',
  'opening_ended',
  'trade',
  'graduated',
  'claimed',
  'released',
  'liquidity',
  'replaced',
] as const

/** A system entry in machine-readable form; its content says the same in words. */
export type SystemEvent = {
  type: (typeof SYSTEM_EVENTS)[number]
  participantId?: string | undefined
  messageId?: string | undefined
  round?: number | undefined
  reason?: string | undefined
  /** The entries whose events a reorganisation of the chain undid. */
  entries?: number[] | undefined
  onchain?: OnchainFacts | undefined
}

/** The facts of an event of the chain; amounts are decimal strings of the smallest unit. */
export type OnchainFacts = {
  block?: number | undefined
  logIndex?: number | undefined
  transactionHash?: string | undefined
  /** ISO 8601. */
  timestamp: string
  wallet?: string | undefined
  side?: 'buy' | 'sell' | undefined
  venue?: 'curve' | 'pool' | undefined
  ethAmount?: string | undefined
  tokenAmount?: string | undefined
  liquidityDelta?: string | undefined
  tickLower?: number | undefined
  tickUpper?: number | undefined
}

/** How far the log of a launch's room is written. */
export type TokenRoomRow = {
  room_id: string
  token: string
  /** The log has everything from this position on; null until its history is written. */
  from_position: number | null
  /** Of the entry that reports the launch; null without one. */
  launch_position: number | null
  /** In seconds; zero without an opening. */
  opening_ends_at: number
  /** The number of the entry that reports the end of the opening. */
  opening_seq: number | null
}

/** A valid entry that reports the chain. */
export type ChainEntryRow = { room_id: string; seq: number; position: number; kind: string; digest: string }

export type InviteRow = {
  id: string
  room_id: string
  token_hash: Buffer
  label: string | null
  created_by: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  uses: number
  max_uses: number | null
}

export type SignalRow = {
  message_id: string
  room_id: string
  participant_id: string
  seq: number
  token: string
  side: 'buy' | 'sell'
  horizon_seconds: number
  posted_at: Date
  due_at: Date
  status: 'pending' | 'scored' | 'unscored'
  entry_median: string | null
  entry_last: string | null
  entry_trades: number | null
  exit_median: string | null
  exit_trades: number | null
  score_bps: number | null
  /** Null while unscored, and for signals scored before weights. */
  weight: number | null
  settled_at: Date | null
}

export type Tables = {
  arena_rooms: RoomRow
  arena_participants: ParticipantRow
  arena_presence: { participant_id: string; until: Date }
  arena_entries: EntryRow
  arena_invites: InviteRow
  arena_signals: SignalRow
  arena_token_rooms: TokenRoomRow
  arena_chain_entries: ChainEntryRow
  arena_chain_cursor: { one: boolean; block: number; seq: number }
  arena_chain_aside: { room_id: string; position: number; kind: string; reason: string }
}

export type Store = Kysely<Tables>
