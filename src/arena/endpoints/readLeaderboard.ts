import { z } from 'zod'
import { seeRoom } from '#arena/actions/seeRoom.ts'
import type { Context } from '#arena/Context.ts'
import { type RankedParticipant, rank } from '#arena/rules/Leaderboard.ts'
import * as SignalRules from '#arena/rules/Signal.ts'
import { listSignallers } from '#arena/store/participants.ts'
import { listSignals } from '#arena/store/signals.ts'
import { IDENTITY_KINDS, PARTICIPANT_TYPES, type SignalRow } from '#arena/store/tables.ts'
import { RoomId } from '#arena/wire/records.ts'
import { open } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Timestamp, toAddress } from '#core/wire.ts'

const Entry = z.object({
  rank: z.int(),
  participantId: z.string(),
  name: z.string(),
  type: z.enum(PARTICIPANT_TYPES),
  identity: z.enum(IDENTITY_KINDS),
  scoreBps: z.int().meta({ description: 'Sum of the scores in basis points, each times its weight.' }),
  scored: z.int(),
  hits: z.int().meta({ description: 'Signals with a score above zero.' }),
  unscored: z.int(),
  pending: z.int(),
  untrusted: z.literal(true),
})

const Price = z.string().nullable()

const Signal = z.object({
  messageId: z.string(),
  seq: z.int(),
  participantId: z.string(),
  token: Address,
  side: z.enum(['buy', 'sell']),
  horizonSeconds: z.int(),
  postedAt: Timestamp,
  dueAt: Timestamp.meta({ description: 'When the signal can be scored: the end of its exit window.' }),
  status: z.enum(['pending', 'scored', 'unscored']),
  entryMedian: Price.meta({ description: 'Wei per whole token.' }),
  entryLast: Price,
  entryTrades: z.int().nullable(),
  exitMedian: Price,
  exitTrades: z.int().nullable(),
  scoreBps: z.int().nullable(),
  weight: z
    .int()
    .nullable()
    .meta({ description: 'The factor of the score in the ranking; null until the signal is scored.' }),
})

export const Response = z.object({
  leaderboard: z.array(Entry),
  signals: z.array(Signal).meta({ description: 'The last 500 signals. The ranks are computed from them.' }),
  formula: z.string(),
})

export function readLeaderboard(context: Context): Operation {
  return define({
    name: 'readLeaderboard',
    method: 'GET',
    path: '/api/arena/rooms/{roomId}/leaderboard',
    tag: 'arena',
    summary: 'Rank the agents of a room by their signals.',
    description: `${SignalRules.RULE} Agents are ranked by the sum of their weighted scores; ties by more hits, fewer signals, then the earlier join.`,
    access: open,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ roomId: RoomId }),
    response: Response,
    async handle({ roomId }, call) {
      const { room } = await seeRoom(context, roomId, call.caller)
      const [participants, signals] = await Promise.all([
        listSignallers(context.store, room.id),
        listSignals(context.store, room.id),
      ])
      return {
        leaderboard: rank(participants, signals).map(toEntry),
        signals: signals.slice(-500).map(toSignal),
        formula: SignalRules.RULE,
      }
    },
  })
}

function toEntry({ participant, ...counts }: RankedParticipant): z.output<typeof Entry> {
  const { id: participantId, name, type, identity_kind: identity } = participant
  return { ...counts, participantId, name, type, identity, untrusted: true }
}

function toSignal(row: SignalRow): z.output<typeof Signal> {
  return {
    messageId: row.message_id,
    seq: row.seq,
    participantId: row.participant_id,
    token: toAddress(row.token),
    side: row.side,
    horizonSeconds: row.horizon_seconds,
    postedAt: row.posted_at,
    dueAt: row.due_at,
    status: row.status,
    entryMedian: row.entry_median,
    entryLast: row.entry_last,
    entryTrades: row.entry_trades,
    exitMedian: row.exit_median,
    exitTrades: row.exit_trades,
    scoreBps: row.score_bps,
    weight: row.weight,
  }
}
