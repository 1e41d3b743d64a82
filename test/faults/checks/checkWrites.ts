export type Acknowledged = { key: string; at: number }
export type Span = { from: number; to: number }

type Writes = {
  sent: ReadonlySet<string>
  acknowledged: readonly Acknowledged[]
  /** The keys of the stored entries, by their number; undefined for an entry that is not of the load. */
  stored: ReadonlyMap<number, string | undefined>
  /** Writes acknowledged then may be gone, because the standby that took over did not have them. */
  lossy?: readonly Span[]
}

/** Problems of writes: every acknowledged one is stored, each once, under numbers without a gap. */
export function checkWrites({ sent, acknowledged, stored, lossy = [] }: Writes): string[] {
  const keys = [...stored.values()].filter((key) => key !== undefined)
  const times = Map.groupBy(keys, (key) => key)
  const isLossy = ({ at }: Acknowledged) => lossy.some(({ from, to }) => at >= from && at <= to)
  const lost = acknowledged.filter((write) => !times.has(write.key) && !isLossy(write))
  const doubled = [...times].filter(([, found]) => found.length > 1)
  const foreign = [...times.keys()].filter((key) => !sent.has(key))
  return [
    ...lost.map(({ key }) => `lost write ${key}`),
    ...doubled.map(([key, found]) => `write ${key} is stored ${found.length} times`),
    ...foreign.map((key) => `stored write ${key} was never sent`),
    ...gapsIn([...stored.keys()]),
  ]
}

function gapsIn(numbers: readonly number[]): string[] {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted.flatMap((number, index) => (number === index + 1 ? [] : [`gap before number ${number}`])).slice(0, 1)
}
