import { useEffect, useMemo } from 'react'
import type { Leaderboard, Signal } from '../../api/arena.ts'
import type { Query } from '../../api/useQuery.ts'
import type { Entries } from './entries.ts'

const EVERY_MS = 20_000

/** The score of each signal, by its message; read again for a new one and while one is open. */
export function useScores({ data, reload }: Query<Leaderboard>, entries: Entries): ReadonlyMap<string, Signal> {
  const last = entries.findLast(({ kind }) => kind === 'signal')?.id
  const scores = useMemo(() => new Map(data?.signals.map((signal) => [signal.messageId, signal])), [data])
  const isNew = data !== undefined && last !== undefined && !scores.has(last)
  const isPending = data?.signals.some(({ status }) => status === 'pending') ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new signal is read once
  useEffect(() => {
    if (isNew) reload()
  }, [isNew, last, reload])
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isPending, reload])
  return scores
}
