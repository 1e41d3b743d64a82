/** An event that a reader received; `mayReset` says whether a failover was under way. */
export type Received = { kind: 'ready' | 'reset' | 'entry'; seq: number; mayReset?: boolean }

type Reading = {
  name: string
  received: readonly Received[]
  /** The number of the newest entry, which the reader must have reached. */
  last: number
}

/** Problems of one reader: each number once and in order, unless it got `reset`. */
export function checkStream({ name, received, last }: Reading): string[] {
  const problems: string[] = []
  let position: number | undefined
  for (const { kind, seq, mayReset } of received) {
    if (kind === 'reset' && !mayReset) problems.push(`${name}: reset to ${seq} without a failover`)
    if (kind === 'entry' && position !== undefined && seq > position + 1)
      problems.push(`${name}: gap between ${position} and ${seq}`)
    if (kind === 'entry' && position !== undefined && seq <= position) problems.push(`${name}: ${seq} came again`)
    if (kind === 'ready' && position !== undefined && seq !== position)
      problems.push(`${name}: resumed at ${seq} instead of ${position}`)
    position = seq
  }
  if (position !== last) problems.push(`${name}: ended at ${position ?? 'nothing'} instead of ${last}`)
  return problems
}
