export const GIVE_UP_MS = 24 * 60 * 60_000
const FIRST_MS = 250
const LONGEST_MS = 60 * 60_000

/** The wait after a failed attempt: twice as long each time, up to an hour, with jitter to spread endpoints. */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30))
  return Math.round(full * (0.75 + random() / 2))
}
