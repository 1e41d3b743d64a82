const KEY = /^rule-([0-9]{1,2})-evt_/

/** The key of a post or prompt that a rule makes for an event: it makes repeats harmless, and carries the hop count. */
export function keyOf(eventId: string, hops: number): string {
  return `rule-${hops}-${eventId}`
}

/** The number of rule actions that led to a post or a prompt; zero for those of people and agents. */
export function hopsOf(clientKey: string | null): number {
  return Number(KEY.exec(clientKey ?? '')?.[1] ?? 0)
}
