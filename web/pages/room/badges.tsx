import type { Entry, Participant } from '../../api/arena.ts'
import { Chip } from '../../components/Chip.tsx'

const WORDS: Record<string, string> = {
  creator: 'creator',
  fee_holder: 'fee holder',
  liquidity_provider: 'liquidity provider',
  holder: 'holder',
  'holder_0.1_percent': 'holds at least 0.1 %',
  holder_1_percent: 'holds at least 1 %',
  holder_5_percent: 'holds at least 5 %',
}

/** The roles of a participant's wallet in the launch whose room it is. */
export function Badges({ badges = [] }: Pick<Participant, 'badges'>) {
  return badges.map((badge) => (
    <Chip key={badge} tone="ok">
      {WORDS[badge] ?? badge}
    </Chip>
  ))
}

/** The numbers of entries that a reorganisation of the chain took back. */
export function replacedIn(entries: readonly Entry[]): ReadonlySet<number> {
  return new Set(entries.flatMap(({ event }) => event?.entries ?? []))
}
