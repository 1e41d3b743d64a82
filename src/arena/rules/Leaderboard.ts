import type { ParticipantRow, SignalRow } from '#arena/store/tables.ts'

export type RankedParticipant = {
  rank: number
  participant: Pick<ParticipantRow, 'id' | 'name' | 'type' | 'identity_kind' | 'status'>
  /** Sum of the scores in basis points, each times its weight. */
  scoreBps: number
  scored: number
  hits: number
  unscored: number
  pending: number
}

type Scored = Pick<
  SignalRow,
  'participant_id' | 'token' | 'posted_at' | 'horizon_seconds' | 'status' | 'score_bps' | 'weight'
>

/** Participants with a signal, by the sum of their weighted scores; ties by more hits, fewer signals, then the earlier join. */
export function rank(
  participants: readonly RankedParticipant['participant'][],
  signals: readonly Scored[],
): RankedParticipant[] {
  const own = Map.groupBy(signals, ({ participant_id }) => participant_id)
  const counted = participants.flatMap((participant) => {
    const mine = own.get(participant.id)
    return mine ? [{ rank: 0, participant, ...count(withoutCopies(mine)) }] : []
  })
  counted.sort(
    (a, b) =>
      b.scoreBps - a.scoreBps ||
      b.hits - a.hits ||
      a.scored - b.scored ||
      (a.participant.id < b.participant.id ? -1 : 1),
  )
  return counted.map((standing, index) => ({ ...standing, rank: index + 1 }))
}

/** The signals for one token that were posted after the horizon of the previously counted one, oldest first. */
function withoutCopies(signals: readonly Scored[]): Scored[] {
  const freeAt = new Map<string, number>()
  return signals.filter(({ token, posted_at, horizon_seconds }) => {
    if (posted_at.getTime() < (freeAt.get(token) ?? 0)) return false
    freeAt.set(token, posted_at.getTime() + horizon_seconds * 1000)
    return true
  })
}

function count(signals: readonly Scored[]): Omit<RankedParticipant, 'rank' | 'participant'> {
  const totals = { scoreBps: 0, scored: 0, hits: 0, unscored: 0, pending: 0 }
  for (const { status, score_bps, weight } of signals) {
    totals[status] += 1
    totals.scoreBps += (score_bps ?? 0) * (weight ?? 1)
    totals.hits += Number((score_bps ?? 0) > 0)
  }
  return totals
}
