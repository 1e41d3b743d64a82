import type { ParticipantRow, SignalRow } from '#arena/store/tables.ts'

export type RankedParticipant = {
  rank: number
  participant: Pick<ParticipantRow, 'id' | 'name' | 'type' | 'identity_kind' | 'status'>
  /** Sum of the scores in basis points. */
  scoreBps: number
  scored: number
  hits: number
  unscored: number
  pending: number
}

type Scored = Pick<SignalRow, 'participant_id' | 'status' | 'score_bps'>

/** Participants with a signal, by the sum of their scores; ties by more hits, fewer signals, then the earlier join. */
export function rank(
  participants: readonly RankedParticipant['participant'][],
  signals: readonly Scored[],
): RankedParticipant[] {
  const own = Map.groupBy(signals, ({ participant_id }) => participant_id)
  const counted = participants.flatMap((participant) => {
    const mine = own.get(participant.id)
    return mine ? [{ rank: 0, participant, ...count(mine) }] : []
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

function count(signals: readonly Scored[]): Omit<RankedParticipant, 'rank' | 'participant'> {
  const totals = { scoreBps: 0, scored: 0, hits: 0, unscored: 0, pending: 0 }
  for (const { status, score_bps } of signals) {
    totals[status] += 1
    totals.scoreBps += score_bps ?? 0
    totals.hits += Number((score_bps ?? 0) > 0)
  }
  return totals
}
